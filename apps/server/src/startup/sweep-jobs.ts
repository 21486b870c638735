import type { Checksums } from '#archives/checksums.ts';
import type { Clock } from '#clock';
import type { AuditLogService } from '#features/audit-log/service.ts';
import type { BundleService } from '#features/bundles/service.ts';
import type { FileShareService } from '#features/file-shares/service.ts';
import type { Operations } from '#features/file-system/service.ts';
import type { NotificationService } from '#features/notifications/service.ts';
import type { SessionService } from '#features/sessions/service.ts';
import type { TextShareService } from '#features/text-shares/service.ts';
import type { ThumbnailService } from '#features/thumbnails/service.ts';
import type { UploadRequestService } from '#features/upload-requests/service.ts';
import type { UrlUploadService } from '#features/url-uploads/service.ts';
import type { Job } from '#jobs/jobs.ts';
import type { SweepLedger } from '#ledger/ledger-sweep.ts';
import type { Locks } from '#ledger/locks/locks.ts';
import type { RepeatedCalls } from '#repeated-calls/repeated-calls.ts';
import { GRANT_LIFETIME_MS } from '#share-rules/grant.ts';
import type { ThrottleService } from '#throttles/throttles.ts';

const INTERVAL_MS = 10 * 60 * 1000;
/** Interval of the job that sends notifications which no process is about to send. */
const SENDING_INTERVAL_MS = 30 * 1000;
/** Time for which ended shares still answer 410, and the grants of a last view stay valid. */
const OVER_FOR_MS = GRANT_LIFETIME_MS + 60 * 1000;
/** Time after which a delivery without files and without a sign of life is removed. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

export interface SweepDependencies {
  readonly textShares: TextShareService;
  readonly fileShares: FileShareService;
  readonly bundles: Pick<BundleService, 'sweep'>;
  readonly uploadRequests: Pick<UploadRequestService, 'sweep'>;
  readonly sweepLedger: SweepLedger;
  readonly locks: Pick<Locks, 'sweep'>;
  readonly operations: Pick<Operations, 'sweep'>;
  readonly thumbnails: Pick<ThumbnailService, 'sweep'>;
  readonly sessions: SessionService;
  readonly throttles: ThrottleService;
  readonly urlUploads: Pick<UrlUploadService, 'sweep'>;
  readonly repeatedCalls: Pick<RepeatedCalls, 'sweep'>;
  readonly auditLog: Pick<AuditLogService, 'sweep'>;
  readonly checksums: Pick<Checksums, 'sweep'>;
  readonly notifications: Pick<NotificationService, 'sweep' | 'sendDue'>;
  readonly clock: Clock;
}

/** Jobs that remove ended rows and objects (CONTRACT A3), one for each kind, and the one that sends webhooks. */
export function createSweepJobs(dependencies: SweepDependencies): readonly Job[] {
  const { sessions, throttles, urlUploads, locks, repeatedCalls, auditLog } = dependencies;
  const { textShares, fileShares, bundles, uploadRequests, sweepLedger } = dependencies;
  const { operations, thumbnails, checksums, notifications, clock } = dependencies;
  const overBefore = () => new Date(clock.now().getTime() - OVER_FOR_MS);
  const uncounted = async (work: Promise<unknown>) => {
    await work;
    return 0;
  };
  const runs: Readonly<Record<string, Job['run']>> = {
    sessions: () => uncounted(sessions.removeExpiredTokens()),
    throttles: () => uncounted(throttles.removeOutdated()),
    urlProbes: () => uncounted(urlUploads.sweep()),
    locks: () => locks.sweep(),
    repeatedCalls: () => uncounted(repeatedCalls.sweep()),
    auditLog: () => auditLog.sweep(),
    checksums: () => checksums.sweep(),
    textShares: () => textShares.sweep(overBefore()),
    fileShares: (fence) => fileShares.sweep(overBefore(), fence),
    bundles: (fence) => bundles.sweep(overBefore(), fence),
    uploadRequests: () =>
      uploadRequests.sweep(overBefore(), new Date(clock.now().getTime() - ABANDONED_MS)),
    uploads: (fence) => sweepLedger(fence),
    operations: () => operations.sweep(),
    thumbnails: (fence) => thumbnails.sweep(fence),
    notifications: () => notifications.sweep(),
  };
  const sweeps = Object.entries(runs).map(([name, run]) => ({ name, everyMs: INTERVAL_MS, run }));
  // Sending removes nothing, so it counts nothing.
  const sending = { everyMs: SENDING_INTERVAL_MS, run: () => uncounted(notifications.sendDue()) };
  return [...sweeps, { name: 'webhooks', ...sending }];
}
