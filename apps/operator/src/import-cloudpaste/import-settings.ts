import { SETTINGS } from '@satchel/server/features/settings/definitions';
import { createSettingRepository } from '@satchel/server/features/settings/repository';
import { toStoredValue } from '@satchel/server/features/settings/validation';
import type { ImportContext } from './import-context.ts';

/** Imports settings that were changed in CloudPaste and still have their default here. */
export async function importSettings({
  source,
  database,
  report,
  isDry,
  now,
}: ImportContext): Promise<void> {
  const repository = createSettingRepository(database.prisma);
  const here = new Map((await repository.list()).map(({ key, value }) => [key, value]));
  const changes = new Map<string, string>();
  for (const { key, value } of source.rows('system_settings')) {
    const definition = SETTINGS.find((setting) => setting.key === key);
    // Skips settings that this server does not have, such as CloudPaste's version.
    if (!definition || !here.has(key)) continue;
    const stored = toStoredValue(definition, value ?? '');
    if (stored === undefined) report.problem('settings', `${key}: its value is not possible here`);
    else if (stored === here.get(key)) report.known('settings');
    else if (here.get(key) !== definition.default) {
      report.problem('settings', `${key}: stays as it was set here`);
    } else {
      changes.set(key, stored);
      report.imported('settings');
    }
  }
  if (!isDry && changes.size > 0) await repository.update(changes, now);
}
