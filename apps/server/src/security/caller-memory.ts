import { createInvalidatedCache } from '#cache/invalidated-cache.ts';
import type { Clock } from '#clock';
import type { ChangeFeed } from '#database/change-feed.ts';
import type { AuthenticatedCaller } from './caller.ts';

const MEMORY_MS = 2000;
const MAX_CALLERS = 1000;

/** Who a credential stands for, and until when. */
export interface Identified {
  readonly caller: AuthenticatedCaller;
  readonly expiresAt: Date;
}

/**
 * Who somebody is, for a moment, so that a burst of calls asks the database once. Only where all
 * changes pass through this process: a session that was ended elsewhere must be over at once.
 */
export interface CallerMemory {
  /** @param credentialHash never the secret itself */
  find(
    credentialHash: string,
    load: () => Promise<Identified | undefined>,
  ): Promise<AuthenticatedCaller | undefined>;
  /** Whatever is known of credentials may be wrong now: sessions that end, accounts, keys. */
  forget(): void;
}

export function createCallerMemory(changes: ChangeFeed, clock: Clock): CallerMemory {
  const now = () => clock.now().getTime();
  const callers = createInvalidatedCache<
    { caller: AuthenticatedCaller; until: number } | undefined
  >({
    topic: 'credentials',
    changes,
    max: MAX_CALLERS,
    isKept: ({ until }) => now() < until,
  });
  return {
    async find(credentialHash, load) {
      const known = await callers.find(credentialHash, async () => {
        const found = await load();
        if (!found) return undefined;
        const until = Math.min(now() + MEMORY_MS, found.expiresAt.getTime());
        return { caller: found.caller, until };
      });
      return known?.caller;
    },
    forget: () => callers.drop(),
  };
}
