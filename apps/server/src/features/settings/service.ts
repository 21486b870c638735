import { createRememberedList, type ListMemory } from '#cache/remembered-list.ts';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import type { Caller } from '#security/caller.ts';
import { SETTINGS, type SettingDefinition, type SettingKey } from './definitions.ts';
import type { SettingRepository, SettingRow } from './repository.ts';
import { toStoredValue } from './validation.ts';

export interface Setting extends SettingRow {
  readonly definition: SettingDefinition;
  readonly sortOrder: number;
}

export interface SettingProblem {
  readonly key: string;
  readonly code: 'settings.not_found' | 'settings.value_invalid';
}

export type SettingService = ReturnType<typeof createSettingService>;

export interface SettingDependencies {
  readonly repository: SettingRepository;
  readonly listMemory: ListMemory;
  readonly clock: Clock;
}

export function createSettingService({ repository, listMemory, clock }: SettingDependencies) {
  const memory = createRememberedList('settings', repository.list, listMemory);
  const rows = async () => new Map((await memory.list()).map((row) => [row.key, row]));

  const get = async (key: SettingKey) => {
    const definition = SETTINGS.find((setting) => setting.key === key);
    const row = (await memory.list()).find((setting) => setting.key === key);
    return row?.value ?? definition?.default ?? '';
  };

  /** Settings that the caller may see, in order. */
  const list = async (caller: Caller, group?: number) => {
    const stored = await rows();
    return SETTINGS.flatMap((definition, index): readonly Setting[] => {
      const row = stored.get(definition.key);
      const isVisible = definition.isPublic || caller.kind === 'admin';
      const isWanted = group === undefined || definition.group === group;
      return row && isVisible && isWanted ? [{ ...row, definition, sortOrder: index + 1 }] : [];
    });
  };

  return {
    /** Adds missing rows, so that every key exists from the first start. */
    async ensureDefaults() {
      const existing = await rows();
      for (const { key, default: value } of SETTINGS) {
        if (!existing.has(key)) await repository.add(key, value, clock.now());
      }
      memory.drop();
    },
    get,
    getNumber: async (key: SettingKey) => Number(await get(key)),
    getBoolean: async (key: SettingKey) => (await get(key)) === 'true',
    list,
    /** @throws {AppError} `settings.not_found` */
    async find(caller: Caller, key: string): Promise<Setting> {
      const setting = (await list(caller)).find(({ definition }) => definition.key === key);
      if (!setting) throw new AppError('settings.not_found');
      return setting;
    },
    /**
     * Saves the valid values and returns the keys of the invalid ones, with the reason.
     *
     * @param shouldValidate false stores values unchecked; unknown keys are still refused, and so are
     *   values that leave a limit without a number
     */
    async update(
      group: number,
      values: Readonly<Record<string, string | number | boolean | null>>,
      shouldValidate: boolean,
    ) {
      const known = SETTINGS.filter((definition) => definition.group === group);
      if (known.length === 0) throw new AppError('settings.group_not_found');
      const problems: SettingProblem[] = [];
      const changes = new Map<string, string>();
      for (const [key, value] of Object.entries(values)) {
        const definition = known.find((setting) => setting.key === key);
        const stored = definition && toStoredValue(definition, value);
        if (!definition) problems.push({ key, code: 'settings.not_found' });
        else if (stored !== undefined) changes.set(key, stored);
        else if (shouldValidate || definition.type === 'number')
          problems.push({ key, code: 'settings.value_invalid' });
        else changes.set(key, String(value ?? ''));
      }
      await repository.update(changes, clock.now());
      memory.drop();
      return problems;
    },
  };
}
