import { AppError } from '#errors';

/**
 * Checks that the lease behind a call is still held. Every storage call that changes something checks
 * first, because a process that was paused for longer than its lease may have been replaced by another.
 */
export interface Fence {
  /** Aborted once the lease is lost, with the error that {@link Fence.assertHeld} throws. */
  readonly signal: AbortSignal;
  /** @throws {AppError} `file_system.claim_lost` */
  assertHeld(): void;
}

/** Proof that this process still holds its claim: a name in a bucket, an operation, a job. */
export interface Hold extends Fence {
  /** Fencing token: the row stores its holder's, and the next holder has another one. */
  readonly token: string;
}

export interface LeaseKeeperOptions {
  /** Time in ms after which a row lapses without a renewal. */
  readonly ttlMs: number;
  /** Interval of renewals in ms. A lapsed lease is noticed within a tenth of it. */
  readonly renewMs: number;
  /** Renews the rows of these tokens that are still held; returns their tokens. */
  readonly renew: (tokens: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly onError: (error: unknown) => void;
}

/** Readings of two clocks, only used to measure elapsed time. */
export interface Stopwatch {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

/** Reads the process's own clocks instead of the injected one, because a lease depends on real time. */
export function readStopwatch(): Stopwatch {
  return { monotonicMs: performance.now(), wallMs: Date.now() };
}

/** Returns the longer of both, because a suspended machine stops its monotonic clock. */
function elapsedMs({ monotonicMs, wallMs }: Stopwatch): number {
  return Math.max(performance.now() - monotonicMs, Date.now() - wallMs);
}

const CHECKS_A_RENEWAL = 10;

interface KeptLease {
  renewedAt: Stopwatch;
  readonly controller: AbortController;
}

/** Renews the leases of this process by their tokens, and signals when one is lost. */
export function createLeaseKeeper(options: LeaseKeeperOptions) {
  const { ttlMs, renewMs, renew, onError } = options;
  // Leaves time for one failed or slow renewal. Other processes take over only later than this.
  const lostAfterMs = ttlMs - ttlMs / 6;
  const leases = new Map<string, KeptLease>();
  let timer: NodeJS.Timeout | undefined;
  let renewing: Promise<void> | undefined;
  let checksToRenewal = CHECKS_A_RENEWAL;

  const lose = (lease: KeptLease) => {
    if (!lease.controller.signal.aborted) {
      lease.controller.abort(new AppError('file_system.claim_lost'));
    }
  };
  const loseIfLapsed = (lease: KeptLease) => {
    if (elapsedMs(lease.renewedAt) > lostAfterMs) lose(lease);
  };
  // Checks locally, too, because a renewal may hang with the database while leases lapse.
  const check = () => {
    for (const lease of leases.values()) loseIfLapsed(lease);
    checksToRenewal -= 1;
    if (checksToRenewal > 0) return;
    checksToRenewal = CHECKS_A_RENEWAL;
    renewing ??= renewAll()
      .catch(onError)
      .finally(() => {
        renewing = undefined;
      });
  };
  const renewAll = async () => {
    const asked = [...leases].filter(([, { controller }]) => !controller.signal.aborted);
    if (asked.length === 0) return;
    const sentAt = readStopwatch();
    const held = await renew(asked.map(([token]) => token));
    for (const [token, lease] of asked) {
      if (held.has(token)) lease.renewedAt = sentAt;
      // A lease that has ended in the meantime has no row to renew.
      else if (leases.has(token)) lose(lease);
    }
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };

  return {
    /**
     * Renews a lease from now on.
     *
     * @param takenAt time at which the statement that took it was sent, by {@link readStopwatch}
     */
    keep(token: string, takenAt: Stopwatch): Hold {
      const lease: KeptLease = { renewedAt: takenAt, controller: new AbortController() };
      leases.set(token, lease);
      timer ??= setInterval(check, renewMs / CHECKS_A_RENEWAL).unref();
      const { signal } = lease.controller;
      return {
        token,
        signal,
        assertHeld() {
          loseIfLapsed(lease);
          signal.throwIfAborted();
        },
      };
    },
    /** Stops the renewals. Call it after any outcome: a row that cannot be released then lapses. */
    end(token: string) {
      leases.delete(token);
      if (leases.size === 0) stop();
    },
    async close() {
      stop();
      await renewing;
    },
  };
}
