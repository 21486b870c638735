import type { Clock } from '#clock';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { createInvalidatedCache } from './invalidated-cache.ts';
import type { ListMemory } from './remembered-list.ts';

const MEMORY_MS = 2000;
const MAX_CALLERS = 1000;

/** Owner of a credential, and the time until which it is valid. */
export interface Identified {
  readonly caller: AuthenticatedCaller;
  readonly expiresAt: Date;
}

export type CallerMemory = ReturnType<typeof createCallerMemory>;

/**
 * Short-lived cache of callers, so that a burst of calls queries the database once. A session that ends
 * on another replica is invalid immediately, because its end raises the version that this cache checks.
 */
export function createCallerMemory({ changes, versions }: ListMemory, clock: Clock) {
  const now = () => clock.now().getTime();
  const callers = createInvalidatedCache<
    { caller: AuthenticatedCaller; until: number } | undefined
  >({
    topic: 'credentials',
    changes,
    max: MAX_CALLERS,
    currentVersion: () => versions.of('credentials'),
    isKept: ({ until }) => now() < until,
  });
  return {
    /** @param credentialHash never the secret itself */
    async find(credentialHash: string, load: () => Promise<Identified | undefined>) {
      const known = await callers.find(credentialHash, async () => {
        const found = await load();
        if (!found) return undefined;
        const until = Math.min(now() + MEMORY_MS, found.expiresAt.getTime());
        return { caller: found.caller, until };
      });
      return known?.caller;
    },
    /** Drops all callers, because sessions, accounts or keys may have changed. */
    forget: () => callers.drop(),
  };
}
