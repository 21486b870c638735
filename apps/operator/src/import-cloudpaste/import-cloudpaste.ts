import { basename, resolve } from 'node:path';
import { systemClock } from '@satchel/server/clock';
import { assertMigrated } from '@satchel/server/database/schema/inspect-database';
import { createBucketWatch } from '@satchel/server/object-store/bucket-watch';
import { createObjectStores } from '@satchel/server/object-store/object-stores';
import { StartError } from '@satchel/server/start-error';
import { openFoundation } from '@satchel/server/startup/foundation';
import type { Command } from 'commander';
import { type CommandContext, note, readConfig, say } from '../context.ts';
import { toOperatorEvent } from '../operator-act.ts';
import { openCloudPaste } from './cloudpaste-database.ts';
import type { ImportContext } from './import-context.ts';
import { importFiles } from './import-files.ts';
import { importKeys } from './import-keys.ts';
import { importSettings } from './import-settings.ts';
import { importMounts, importStorages } from './import-storages.ts';
import { importTexts } from './import-texts.ts';
import { createReport } from './report.ts';

interface Options {
  readonly inPlace?: boolean;
  readonly dryRun?: boolean;
}

export function addImportCommand(program: Command, context: CommandContext): void {
  program
    .command('import')
    .description('take over what another app has')
    .command('cloudpaste')
    .description(
      'take over texts, files, storages, mounts, keys and settings of CloudPaste 0.7, while no server runs. A second run makes nothing twice',
    )
    .argument('<file>', 'its SQLite database; it is only read')
    .option('--in-place', 'leave the objects of shared files where they are, in reach of mounts')
    .option('--dry-run', 'say what would be done, and change nothing')
    .action((file: string, options: Options) => importCloudPaste(context, file, options));
}

async function importCloudPaste(
  context: CommandContext,
  file: string,
  options: Options,
): Promise<void> {
  const { signal, workingDirectory } = context;
  const config = await readConfig(context);
  await assertMigrated(config);
  using source = openCloudPaste(resolve(workingDirectory, file));
  const onError = (error: unknown) => note(context, String(error));
  const foundation = await openFoundation(config, systemClock, onError);
  const handler = foundation.embedded?.store.createRequestHandler();
  const objectStores = createObjectStores(handler, createBucketWatch(onError), systemClock);
  try {
    const { database, secretKey } = foundation;
    const admin = await database.prisma.admin.findFirst({ orderBy: { createdAt: 'asc' } });
    if (!admin) throw new StartError('There is no administrator yet: start the server once.');
    const report = createReport();
    const isDry = options.dryRun === true;
    const work: ImportContext = {
      ...{ source, database, objectStores, secretKey, report, isDry, admin, signal },
      isInPlace: options.inPlace === true,
      now: systemClock.now(),
    };
    // Adds the event before the import, because an interrupted one has imported some keys already.
    if (!isDry) {
      const data = toOperatorEvent({ action: 'server.imported', target: basename(file) });
      await database.prisma.auditEvent.create({ data });
    }
    await importSettings(work);
    await importKeys(work);
    const storages = await importStorages(work);
    await importMounts(work, storages);
    await importTexts(work);
    await importFiles(work, storages);
    for (const line of report.lines()) say(context, line);
    sayWhatStays(context, work);
  } finally {
    objectStores.close();
    await foundation.close();
  }
}

function sayWhatStays(
  context: CommandContext,
  { source, isDry, isInPlace, admin }: ImportContext,
): void {
  const names = [...source.rows('admins')].map(({ username }) => username);
  say(
    context,
    `Administrators do not come along (${names.join(', ')}): ${admin.username} owns what they have made.`,
  );
  if (isDry) say(context, 'Nothing was changed.');
  else if (!isInPlace) {
    say(
      context,
      'The objects of shares were copied: the old ones are yours to remove when all is well.',
    );
  }
}
