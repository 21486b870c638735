import { LRUCache } from 'lru-cache';
import type { Clock } from '#clock';
import type { ChangeFeed } from '#database/change-feed.ts';
import type { AuthenticatedCaller } from './caller.ts';

/** Told of everything that changes who a credential is: sessions that end, accounts, keys. */
const TOPIC = 'credentials';

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
  /** Whatever is known of credentials may be wrong now. */
  forget(): void;
}

export function createCallerMemory(changes: ChangeFeed, clock: Clock): CallerMemory {
  const callers = new LRUCache<string, { caller: AuthenticatedCaller; until: number }>({
    max: MAX_CALLERS,
  });
  // Who was read before a change must not be kept after it.
  let generation = 0;
  changes.subscribe(TOPIC, () => {
    generation += 1;
    callers.clear();
  });
  return {
    async find(credentialHash, load) {
      if (!changes.isSingleProcess) return (await load())?.caller;
      const now = clock.now().getTime();
      const known = callers.get(credentialHash);
      if (known && now < known.until) return known.caller;
      const generationBefore = generation;
      const found = await load();
      if (found && generation === generationBefore) {
        const until = Math.min(now + MEMORY_MS, found.expiresAt.getTime());
        callers.set(credentialHash, { caller: found.caller, until });
      }
      return found?.caller;
    },
    forget: () => changes.publish(TOPIC, ''),
  };
}
