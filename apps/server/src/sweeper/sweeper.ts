import type { Clock } from '#clock';
import type { AuditLogService } from '#features/audit-log/service.ts';
import type { FileShareService } from '#features/file-shares/service.ts';
import type { Operations } from '#features/file-system/service.ts';
import type { SessionService } from '#features/sessions/service.ts';
import type { TextShareService } from '#features/text-shares/service.ts';
import type { ThumbnailService } from '#features/thumbnails/service.ts';
import type { UrlUploadService } from '#features/url-uploads/service.ts';
import type { SweepLedger } from '#ledger/ledger-sweep.ts';
import type { Locks } from '#ledger/locks/locks.ts';
import type { RepeatedCalls } from '#repeated-calls/repeated-calls.ts';
import { randomId } from '#security/random.ts';
import type { ThrottleService } from '#security/throttles/throttles.ts';
import { GRANT_LIFETIME_MS } from '#share-rules/grant.ts';
import type { LeaseRepository } from './lease-repository.ts';

const INTERVAL_MS = 10 * 60 * 1000;
const LEASE_MS = 15 * 60 * 1000;
/** Shares that are over answer 410 this long, and a last view's grants stay good. */
const OVER_FOR_MS = GRANT_LIFETIME_MS + 60 * 1000;

/** How much of each kind was removed. */
export interface SweepResult {
  readonly textShares: number;
  readonly fileShares: number;
  /** Uploads that nobody went on with. */
  readonly uploads: number;
  /** Renames, copies and removals that nobody asks about any more. */
  readonly operations: number;
  /** Pictures that were made long ago. */
  readonly thumbnails: number;
}

/** Removes what is over (CONTRACT A3), on one replica at a time. */
export interface Sweeper {
  sweep(): Promise<SweepResult | undefined>;
  start(): void;
  stop(): Promise<void>;
}

/** How a sweep went. `elsewhere` is one that another replica was at. */
export interface SweepReport {
  readonly outcome: 'done' | 'elsewhere' | 'failed';
  readonly result?: SweepResult | undefined;
  readonly at: Date;
}

export type SweepObserver = (report: SweepReport) => void;

export interface SweeperDependencies {
  readonly leases: LeaseRepository;
  readonly textShares: TextShareService;
  readonly fileShares: FileShareService;
  readonly sweepLedger: SweepLedger;
  readonly locks: Pick<Locks, 'sweep'>;
  readonly operations: Pick<Operations, 'sweep'>;
  readonly thumbnails: Pick<ThumbnailService, 'sweep'>;
  readonly sessions: SessionService;
  readonly throttles: ThrottleService;
  readonly urlUploads: Pick<UrlUploadService, 'sweep'>;
  readonly repeatedCalls: Pick<RepeatedCalls, 'sweep'>;
  readonly auditLog: Pick<AuditLogService, 'sweep'>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  readonly observe?: SweepObserver | undefined;
}

export function createSweeper(dependencies: SweeperDependencies): Sweeper {
  const { leases, textShares, fileShares, sweepLedger, operations, urlUploads } = dependencies;
  const { locks, sessions, throttles, thumbnails, repeatedCalls, auditLog } = dependencies;
  const { clock, onError } = dependencies;
  const { observe = () => undefined } = dependencies;
  const holder = randomId();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();

  const sweepOnce = async () => {
    const now = clock.now();
    const before = (ms: number) => new Date(now.getTime() - ms);
    const renewLease = () => {
      const at = clock.now();
      return leases.acquire('sweep', holder, at, new Date(at.getTime() + LEASE_MS));
    };
    if (!(await renewLease())) return undefined;
    try {
      await sessions.removeExpiredTokens();
      await throttles.removeOutdated();
      await urlUploads.sweep();
      await locks.sweep();
      await repeatedCalls.sweep();
      await auditLog.sweep();
      return {
        textShares: await textShares.sweep(before(OVER_FOR_MS)),
        fileShares: await fileShares.sweep(before(OVER_FOR_MS), renewLease),
        uploads: await sweepLedger(renewLease),
        operations: await operations.sweep(),
        thumbnails: await thumbnails.sweep(renewLease),
      };
    } finally {
      await leases.release('sweep', holder);
    }
  };

  const sweep = async () => {
    try {
      const result = await sweepOnce();
      observe({ outcome: result ? 'done' : 'elsewhere', result, at: clock.now() });
      return result;
    } catch (error) {
      observe({ outcome: 'failed', at: clock.now() });
      throw error;
    }
  };

  return {
    sweep,
    start() {
      timer = setInterval(() => {
        running = sweep().catch(onError);
      }, INTERVAL_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
