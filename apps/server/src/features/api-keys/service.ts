import type { Clock } from '#clock';
import { hashToken } from '#security/random.ts';
import type { ApiKeyRepository, ApiKeyRow } from './repository.ts';

export type { ApiKeyRow } from './repository.ts';

/** CONTRACT A2: `last_used` is written at most once a minute. */
const TOUCH_INTERVAL_MS = 60_000;

export interface ApiKeyService {
  /** The key's row where it is known and has not expired. */
  findValid(key: string): Promise<ApiKeyRow | undefined>;
  /** Names for the creators of a list, `apikey:<id>` each, in one query. */
  namesOfCreators(createdBy: readonly string[]): Promise<(createdBy: string) => string | null>;
}

export function createApiKeyService(repository: ApiKeyRepository, clock: Clock): ApiKeyService {
  return {
    async findValid(key) {
      const row = await repository.findByHash(hashToken(key));
      const now = clock.now();
      if (!row || row.expiresAt <= now) return undefined;
      if (now.getTime() - (row.lastUsedAt?.getTime() ?? 0) >= TOUCH_INTERVAL_MS) {
        await repository.touch(row.id, now);
      }
      return row;
    },
    async namesOfCreators(createdBy) {
      const prefix = 'apikey:';
      const ids = createdBy.filter((creator) => creator.startsWith(prefix));
      const names = await repository.namesOf([
        ...new Set(ids.map((id) => id.slice(prefix.length))),
      ]);
      return (creator) => names.get(creator.slice(prefix.length)) ?? null;
    },
  };
}
