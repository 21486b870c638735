import type { Clock } from '#clock';
import type { Caller } from '#security/caller.ts';
import { SETTINGS, type SettingDefinition, type SettingKey } from './definitions.ts';
import type { SettingRepository, SettingRow } from './repository.ts';

/** How long values are remembered; a change on another replica shows after this. */
const MEMORY_MS = 2000;

export interface Setting extends SettingRow {
  readonly definition: SettingDefinition;
  readonly sortOrder: number;
}

export interface SettingService {
  /** Adds the rows that are missing, so that every key exists from the first start. */
  ensureDefaults(): Promise<void>;
  get(key: SettingKey): Promise<string>;
  getNumber(key: SettingKey): Promise<number>;
  getBoolean(key: SettingKey): Promise<boolean>;
  /** What the caller may see, in order. */
  list(caller: Caller, group?: number): Promise<readonly Setting[]>;
}

export function createSettingService(repository: SettingRepository, clock: Clock): SettingService {
  let memory:
    | { readonly rows: ReadonlyMap<string, SettingRow>; readonly until: number }
    | undefined;

  const rows = async () => {
    const now = clock.now().getTime();
    if (!memory || memory.until <= now) {
      const list = await repository.list();
      memory = { rows: new Map(list.map((row) => [row.key, row])), until: now + MEMORY_MS };
    }
    return memory.rows;
  };
  const get = async (key: SettingKey) => {
    const definition = SETTINGS.find((setting) => setting.key === key);
    return (await rows()).get(key)?.value ?? definition?.default ?? '';
  };

  return {
    async ensureDefaults() {
      const existing = await rows();
      for (const { key, default: value } of SETTINGS) {
        if (!existing.has(key)) await repository.add(key, value, clock.now());
      }
      memory = undefined;
    },
    get,
    getNumber: async (key) => Number(await get(key)),
    getBoolean: async (key) => (await get(key)) === 'true',
    async list(caller, group) {
      const stored = await rows();
      return SETTINGS.flatMap((definition, index): readonly Setting[] => {
        const row = stored.get(definition.key);
        const isVisible = definition.isPublic || caller.kind === 'admin';
        const isWanted = group === undefined || definition.group === group;
        return row && isVisible && isWanted ? [{ ...row, definition, sortOrder: index + 1 }] : [];
      });
    },
  };
}
