import { AppError } from '#errors';

/**
 * Tells whether the lease behind a call is still held. Every storage call that changes something asks
 * first, because a process that was paused for longer than its lease finds that others have gone on.
 */
export interface Fence {
  /** Aborted once the lease is lost, with the error that {@link Fence.assertHeld} throws. */
  readonly signal: AbortSignal;
  /** @throws {AppError} `file_system.claim_lost` */
  assertHeld(): void;
}

/** Proof that this process still has what it claimed: a name in a bucket, an operation, a job. */
export interface Hold extends Fence {
  /** The fencing token: the row names its holder by it, and the row's next holder has another one. */
  readonly token: string;
}

export interface LeaseKeeperOptions {
  /** How long a row is held without being renewed, in milliseconds. */
  readonly ttlMs: number;
  /** How often it is renewed, in milliseconds. A lapsed lease is noticed within a tenth of that. */
  readonly renewMs: number;
  /** Renews the rows of these tokens that are still held; returns their tokens. */
  readonly renew: (tokens: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly onError: (error: unknown) => void;
}

/** Two readings of time that only ever serve to tell how long ago they were taken. */
export interface Stopwatch {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

/** Reads the process's own clocks and not the injected one: a lease is about real time that passed. */
export function readStopwatch(): Stopwatch {
  return { monotonicMs: performance.now(), wallMs: Date.now() };
}

/** The longer of both, because a suspended machine stops its monotonic clock. */
function elapsedMs({ monotonicMs, wallMs }: Stopwatch): number {
  return Math.max(performance.now() - monotonicMs, Date.now() - wallMs);
}

const CHECKS_A_RENEWAL = 10;

interface KeptLease {
  renewedAt: Stopwatch;
  readonly controller: AbortController;
}

/** Renews the leases of this process, each by its token, and says when one is lost. */
export function createLeaseKeeper(options: LeaseKeeperOptions) {
  const { ttlMs, renewMs, renew, onError } = options;
  // One renewal that fails or is slow loses nothing yet, and others begin only when this has given up.
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
  // A renewal may hang for as long as the database does, and leases lapse meanwhile.
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
      // A lease that has ended meanwhile has no row to be renewed.
      else if (leases.has(token)) lose(lease);
    }
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };

  return {
    /**
     * Keeps a lease from now on.
     *
     * @param takenAt when the statement that took it was sent, by {@link readStopwatch}
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
    /** Stops renewing it. Call it however the work ended: a row that cannot be released lapses then. */
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
