import { join } from 'node:path';
import { createArchives } from '#archives/archives.ts';
import { createChecksumRepository } from '#archives/checksum-repository.ts';
import { createChecksums } from '#archives/checksums.ts';
import { createBucketIndex } from '#bucket-index/bucket-index.ts';
import { createCallerMemory } from '#cache/caller-memory.ts';
import { createReplicaVersions } from '#cache/replica-versions.ts';
import type { Clock } from '#clock';
import type { Config } from '#config';
import { readCacheVersions } from '#database/cache-versions.ts';
import { createSpaceCheck } from '#database/sqlite/space-check.ts';
import { createApiKeyRepository } from '#features/api-keys/repository.ts';
import { createApiKeyService } from '#features/api-keys/service.ts';
import { createAuditRepository } from '#features/audit-log/repository.ts';
import { createAuditLogService } from '#features/audit-log/service.ts';
import { createBundlePresenter } from '#features/bundles/presenter.ts';
import { createBundleRepository } from '#features/bundles/repository.ts';
import { createBundleService } from '#features/bundles/service.ts';
import { createDashboardRepository } from '#features/dashboard/repository.ts';
import { createDashboardService, NO_URLS_KEPT } from '#features/dashboard/service.ts';
import { createUsageOfStorages } from '#features/dashboard/usage-of-storages.ts';
import { createFileSharePresenter } from '#features/file-shares/presenter.ts';
import { createFileShareRepository } from '#features/file-shares/repository.ts';
import { createFileShareService } from '#features/file-shares/service.ts';
import { createOperationRepository } from '#features/file-system/operations/repository.ts';
import { createDeadProperties } from '#features/file-system/properties/repository.ts';
import { createFileSystemService } from '#features/file-system/service.ts';
import { openSpool } from '#features/file-system/writing/spool.ts';
import { createMountRepository } from '#features/mounts/repository.ts';
import { createMountService } from '#features/mounts/service.ts';
import { createNotificationRepository } from '#features/notifications/repository.ts';
import { createNotificationService } from '#features/notifications/service.ts';
import { createSearchService } from '#features/search/service.ts';
import { createSessionRepository } from '#features/sessions/repository.ts';
import { createSessionService } from '#features/sessions/service.ts';
import { createSettingRepository } from '#features/settings/repository.ts';
import { createSettingService } from '#features/settings/service.ts';
import { createStorageConfigRepository } from '#features/storage-configs/repository.ts';
import { createStorageConfigService } from '#features/storage-configs/service.ts';
import { createTextShareRepository } from '#features/text-shares/repository.ts';
import { createTextShareService } from '#features/text-shares/service.ts';
import { createShareMemory } from '#features/text-shares/share-memory.ts';
import { createThumbnailService } from '#features/thumbnails/service.ts';
import { createDeliveryRepository } from '#features/upload-requests/deliveries/repository.ts';
import { createUploadRequestRepository } from '#features/upload-requests/requests/repository.ts';
import { createUploadRequestService } from '#features/upload-requests/service.ts';
import { createUrlUploadRepository } from '#features/url-uploads/repository.ts';
import { createUrlUploadService } from '#features/url-uploads/service.ts';
import { createWebdavService } from '#features/webdav/service.ts';
import { isDoctorToken } from '#http/server/doctor-token.ts';
import { createJobs } from '#jobs/jobs.ts';
import { openLedger } from '#ledger/open-ledger.ts';
import { createBucketWatch } from '#object-store/bucket-watch.ts';
import { createObjectStores } from '#object-store/object-stores.ts';
import type { StorageDeadlines } from '#object-store/s3/storage-deadlines.ts';
import { createRepeatedCalls } from '#repeated-calls/repeated-calls.ts';
import { createRepeatedCallRepository } from '#repeated-calls/repository.ts';
import { createSafeFetch, type SafeFetchOptions } from '#security/safe-fetch/safe-fetch.ts';
import { createShareItems } from '#share-items/share-items.ts';
import { createGrants } from '#share-rules/grant.ts';
import { createViewCounter } from '#share-rules/view-counter.ts';
import { STORAGE_EXPOSED_HEADERS } from '#startup/embedded-store.ts';
import { openFoundation } from '#startup/foundation.ts';
import { openSystem } from '#startup/open-system.ts';
import { openTelemetry } from '#startup/open-telemetry.ts';
import { createSweepJobs } from '#startup/sweep-jobs.ts';
import { createThrottleRepository } from '#throttles/repository.ts';
import { createThrottleService } from '#throttles/throttles.ts';

export type Services = Awaited<ReturnType<typeof compose>>;

/**
 * Opens the foundation and wires every service: the whole server on one screen.
 *
 * @param outgoing resolver and timeouts of outgoing requests; the system's own by default
 * @param timeouts `operationMs`: time after which calls with long work answer before the work is done
 */
export async function compose(
  config: Config,
  clock: Clock,
  report: (error: unknown) => void,
  outgoing: Omit<SafeFetchOptions, 'allow'> & { readonly storage?: StorageDeadlines } = {},
  timeouts: { readonly operationMs?: number } = {},
) {
  const telemetry = await openTelemetry(config, report);
  const { metrics, onError } = telemetry;
  const foundation = await openFoundation(config, clock, onError);
  const { secretKey, database, buffers, embedded } = foundation;
  const { prisma, changes, kind } = database;
  const versions = createReplicaVersions(() => readCacheVersions(prisma), clock);
  const listMemory = { changes, versions };
  const common = { database, changes, listMemory, buffers, secretKey, clock, onError };
  const bucketWatch = createBucketWatch(onError);
  const embeddedHandler = embedded?.store.createRequestHandler();
  const objectStores = createObjectStores(
    embeddedHandler,
    bucketWatch,
    clock,
    outgoing.storage,
    telemetry.storageObservers,
    buffers,
  );
  const bucketIndex = createBucketIndex(common);
  bucketWatch.subscribe(bucketIndex.listener);

  const repeatedCallRepository = createRepeatedCallRepository(prisma);
  const repeatedCalls = createRepeatedCalls({ ...common, repository: repeatedCallRepository });
  const throttles = createThrottleService(createThrottleRepository(prisma), clock);
  const settingRepository = createSettingRepository(prisma);
  const settings = createSettingService({ ...common, repository: settingRepository });
  const auditRepository = createAuditRepository(prisma);
  const auditLog = createAuditLogService({ ...common, repository: auditRepository, settings });
  const writes = await openLedger({
    ...common,
    bucketIndex,
    watch: bucketWatch,
    findStorage: (id) => storageConfigs.find(id),
    maxUploadBytes: async () => (await settings.getNumber('max_upload_size')) * 1024 ** 2,
  });
  const { ledger, streamWrites, locks, endUploads, cancelOperations } = writes;
  const storing = { ...common, settings, ledger, streamWrites, locks, endUploads };
  const memory = createCallerMemory(listMemory, clock);
  const apiKeys = createApiKeyService({
    ...storing,
    repository: createApiKeyRepository(prisma),
    memory,
    cancelOperations,
  });
  const sessions = createSessionService({
    ...common,
    repository: createSessionRepository(prisma),
    apiKeys,
    throttles,
    auditLog,
    maxSessionMs: config.maxSessionMs,
    memory,
  });
  const storageConfigs = createStorageConfigService({
    ...storing,
    repository: createStorageConfigRepository(prisma),
    objectStores,
    hasEmbeddedStore: config.hasEmbeddedStore,
    corsOrigins: config.corsOrigins,
    corsHeaders: STORAGE_EXPOSED_HEADERS,
  });
  const mountRepository = createMountRepository(prisma);
  const mounts = createMountService({ ...storing, repository: mountRepository, storageConfigs });
  const safeFetch = createSafeFetch({ allow: config.urlUploadAllow, ...outgoing });
  const ownOrigins = [config.publicUrl, config.contentUrl].filter((url) => url !== undefined);
  const fetching = { ...common, safeFetch, ownOrigins };
  const urlUploadRepository = createUrlUploadRepository(prisma);
  const notifications = createNotificationService({
    ...fetching,
    repository: createNotificationRepository(prisma),
    port: config.port,
    listStorageEndpoints: urlUploadRepository.listStorageEndpoints,
  });
  const grants = createGrants(secretKey);
  const items = createShareItems(prisma);
  const limits = { throttles, refusals: auditLog, grants };
  const sharing = { ...storing, ...limits, apiKeys, storageConfigs, mounts, notifications, items };
  const textShareRepository = createTextShareRepository(prisma, kind);
  const textShares = createTextShareService({
    ...sharing,
    repository: textShareRepository,
    memory: createShareMemory(textShareRepository, changes),
    counter: createViewCounter(textShareRepository.addViews, onError),
    assertSpaceFor: createSpaceCheck(database, config.dataDirectory),
  });
  const fileShareRepository = createFileShareRepository(database, ledger);
  const fileShares = createFileShareService({
    ...sharing,
    repository: fileShareRepository,
    deliveries: {
      find: (...file) => uploadRequests.destination.find(...file),
      assertOpen: (...file) => uploadRequests.destination.assertOpen(...file),
      accept: (...file) => uploadRequests.destination.accept(...file),
    },
    directUploads: writes.directUploadsOf('file_shares'),
    removeMounted: (...removal) => fileSystem.removeShared(...removal),
    counter: createViewCounter(fileShareRepository.addViews, onError),
  });
  const checksums = createChecksums({ ...common, repository: createChecksumRepository(prisma) });
  const archives = createArchives({ ...common, checksums });
  const fileSystem = createFileSystemService({
    ...sharing,
    directUploads: writes.directUploadsOf('file_system'),
    properties: createDeadProperties(prisma, kind),
    fileShares,
    bucketWatch,
    archives,
    operations: createOperationRepository(prisma, kind, clock),
    answerTimeoutMs: timeouts.operationMs,
    spool: await openSpool(join(config.dataDirectory, 'spool')),
  });
  const webdav = createWebdavService({ ...storing, fileSystem, usage: bucketIndex.usage });
  const files = { ...sharing, fileSystem, fileShares, archives };
  const thumbnails = createThumbnailService(files);
  const presentFileShares = createFileSharePresenter(sharing);
  const bundleRepository = createBundleRepository(prisma, kind);
  const bundles = createBundleService({
    ...files,
    repository: bundleRepository,
    thumbnails,
    counter: createViewCounter(bundleRepository.addViews, onError),
  });
  const presentBundles = createBundlePresenter(sharing);
  const uploadRequests = createUploadRequestService({
    ...sharing,
    requests: createUploadRequestRepository(prisma, kind),
    deliveries: createDeliveryRepository(prisma),
    folders: fileSystem.folders,
    operations: fileSystem.operations,
    bundles,
    deleteNoted: fileShares.deleteNoted,
  });
  const urlUploads = createUrlUploadService({
    ...fetching,
    fileShares,
    repository: urlUploadRepository,
  });
  const { readiness, system, measure } = openSystem({
    ...sharing,
    config,
    metrics,
    onProblem: report,
  });
  const search = createSearchService({ ...sharing, bucketIndex });
  const caches = { directory: fileSystem.listings, s3Url: NO_URLS_KEPT, search };
  const dashboardRepository = createDashboardRepository(prisma);
  const counted = { ...sharing, repository: dashboardRepository, bucketIndex };
  const listStorages = storageConfigs.listAll;
  const usageOf = createUsageOfStorages({ ...counted, listStorages });
  const dashboard = createDashboardService({ ...counted, system, caches, usageOf });
  const { operations } = fileSystem;
  const shares = { textShares, fileShares, bundles, uploadRequests, thumbnails, urlUploads };
  const rows = { sessions, throttles, locks, repeatedCalls, auditLog, operations, notifications };
  const sweepLedger = writes.sweep;
  const sweeping = createSweepJobs({ ...shares, ...rows, checksums, sweepLedger, clock });
  const jobs = createJobs(sweeping, { ...common, observe: metrics?.jobs });
  measure([fileSystem.listings.stats, search.stats]);

  await settings.ensureDefaults();
  if (embedded) await storageConfigs.ensureEmbedded(embedded.credentials);
  const isEmbeddedStoreMissed = !embedded && (await storageConfigs.knowsEmbedded());
  const firstAdmin = await sessions.ensureAdmin(config.adminUsername, config.adminPassword);

  return {
    apiKeys,
    sessions,
    auditLog,
    repeatedCalls,
    settings,
    storageConfigs,
    mounts,
    notifications,
    system,
    dashboard,
    search,
    textShares,
    fileShares,
    bundles,
    presentBundles,
    uploadRequests,
    fileSystem,
    webdav,
    streamWrites,
    thumbnails,
    presentFileShares,
    urlUploads,
    jobs,
    embeddedStore: embedded?.store,
    firstAdmin,
    secretKey,
    versions,
    changes,
    readiness,
    telemetry,
    isEmbeddedStoreMissed,
    isDoctor: (token: string) => isDoctorToken(secretKey, token, clock.now()),
    clock,
    /** Closes services in the order of their dependencies: work first, then the stores it writes to. */
    async close() {
      await jobs.stop();
      const contents = [textShares, fileShares, fileSystem, bundles, thumbnails];
      for (const work of [notifications, auditLog, ...contents]) await work.close();
      for (const store of [operations, checksums, ledger, bucketIndex]) await store.close();
      objectStores.close();
      await foundation.close();
      await telemetry.close();
    },
  };
}
