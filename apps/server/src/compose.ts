import { join } from 'node:path';
import { openArchives } from '#archives/open-archives.ts';
import { createBucketIndex } from '#bucket-index/bucket-index.ts';
import { createCallerMemory } from '#cache/caller-memory.ts';
import { createReplicaVersions } from '#cache/replica-versions.ts';
import type { Clock } from '#clock';
import type { Config } from '#config';
import { readCacheVersions } from '#database/cache-versions.ts';
import { createApiKeyRepository } from '#features/api-keys/repository.ts';
import { createApiKeyService } from '#features/api-keys/service.ts';
import { createAuditRepository } from '#features/audit-log/repository.ts';
import { createAuditLogService } from '#features/audit-log/service.ts';
import { NO_URLS_KEPT } from '#features/dashboard/service.ts';
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
import { createUrlUploadRepository } from '#features/url-uploads/repository.ts';
import { createUrlUploadService } from '#features/url-uploads/service.ts';
import { createCapacityOf } from '#features/webdav/capacity.ts';
import { createWebdavService } from '#features/webdav/service.ts';
import { isDoctorToken } from '#http/server/doctor-token.ts';
import { createJobs } from '#jobs/jobs.ts';
import { openLedger } from '#ledger/open-ledger.ts';
import { createBucketWatch } from '#object-store/bucket-watch.ts';
import { createObjectStores } from '#object-store/object-stores.ts';
import type { StorageDeadlines } from '#object-store/s3/storage-deadlines.ts';
import { openRepeatedCalls } from '#repeated-calls/open-repeated-calls.ts';
import { createSafeFetch, type SafeFetchOptions } from '#security/safe-fetch/safe-fetch.ts';
import { createShareItems } from '#share-items/share-items.ts';
import { createGrants } from '#share-rules/grant.ts';
import { createViewCounter } from '#share-rules/view-counter.ts';
import { STORAGE_EXPOSED_HEADERS } from '#startup/embedded-store.ts';
import { openFoundation } from '#startup/foundation.ts';
import { openDashboard } from '#startup/open-dashboard.ts';
import { openLinks } from '#startup/open-links.ts';
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
 * @param patience timeout after which calls with long work answer before the work is done
 */
export async function compose(
  config: Config,
  clock: Clock,
  report: (error: unknown) => void,
  outgoing: Omit<SafeFetchOptions, 'allow'> & { readonly storage?: StorageDeadlines } = {},
  patience: { readonly operationMs?: number } = {},
) {
  const telemetry = await openTelemetry(config, report);
  const { metrics, onError } = telemetry;
  const foundation = await openFoundation(config, clock, onError);
  const { secretKey, database, buffers, embedded } = foundation;
  const { prisma, changes } = database;
  const versions = createReplicaVersions(() => readCacheVersions(prisma), clock);
  const listMemory = { changes, versions };
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
  const bucketIndex = createBucketIndex({ database, clock, onError });
  bucketWatch.subscribe(bucketIndex.listener);

  const repeatedCalls = openRepeatedCalls(prisma, { secretKey, clock, onError });
  const throttles = createThrottleService(createThrottleRepository(prisma), clock);
  const settingRepository = createSettingRepository(prisma);
  const settings = createSettingService({ repository: settingRepository, listMemory, clock });
  const auditLog = createAuditLogService({
    repository: createAuditRepository(prisma),
    settings,
    clock,
    onError,
  });
  const writes = await openLedger({
    database,
    bucketIndex,
    watch: bucketWatch,
    findStorage: (id) => storageConfigs.find(id),
    maxUploadBytes: async () => (await settings.getNumber('max_upload_size')) * 1024 ** 2,
    clock,
    onError,
  });
  const { ledger, streamWrites, locks, endUploads, cancelOperations } = writes;
  const memory = createCallerMemory(listMemory, clock);
  const apiKeyRepository = createApiKeyRepository(prisma);
  const ending = { endUploads, cancelOperations };
  const apiKeys = createApiKeyService({ repository: apiKeyRepository, memory, ...ending, clock });
  const sessions = createSessionService({
    repository: createSessionRepository(prisma),
    apiKeys,
    throttles,
    auditLog,
    maxSessionMs: config.maxSessionMs,
    onError,
    memory,
    clock,
  });
  const storageConfigs = createStorageConfigService({
    repository: createStorageConfigRepository(prisma),
    endUploads,
    objectStores,
    secretKey,
    listMemory,
    hasEmbeddedStore: config.hasEmbeddedStore,
    corsOrigins: config.corsOrigins,
    corsHeaders: STORAGE_EXPOSED_HEADERS,
    clock,
    onError,
  });
  const mounts = createMountService({
    repository: createMountRepository(prisma),
    endUploads,
    storageConfigs,
    listMemory,
    clock,
    onError,
  });
  const safeFetch = createSafeFetch({ allow: config.urlUploadAllow, ...outgoing });
  const ownOrigins = [config.publicUrl, config.contentUrl].filter((url) => url !== undefined);
  const urlUploadRepository = createUrlUploadRepository(prisma);
  const notifications = createNotificationService({
    repository: createNotificationRepository(prisma),
    safeFetch,
    secretKey,
    ownOrigins,
    port: config.port,
    listStorageEndpoints: urlUploadRepository.listStorageEndpoints,
    clock,
    onError,
  });
  const grants = createGrants(secretKey);
  const limits = { throttles, refusals: auditLog, grants, secretKey };
  const sharing = { ...limits, storageConfigs, settings, clock, onError };
  const textShareRepository = createTextShareRepository(prisma, database.kind);
  const textShares = createTextShareService({
    repository: textShareRepository,
    apiKeys,
    memory: createShareMemory(textShareRepository, changes),
    counter: createViewCounter(textShareRepository.addViews, onError),
    ...sharing,
  });
  const shareItems = createShareItems(prisma);
  const fileShareRepository = createFileShareRepository(database, ledger);
  const fileShares = createFileShareService({
    repository: fileShareRepository,
    apiKeys,
    items: shareItems,
    deliveries: {
      find: (...file) => uploadRequests.destination.find(...file),
      assertOpen: (...file) => uploadRequests.destination.assertOpen(...file),
      accept: (...file) => uploadRequests.destination.accept(...file),
    },
    ...sharing,
    ledger,
    directUploads: writes.directUploadsOf('file_shares'),
    streamWrites,
    changes,
    removeMounted: (...removal) => fileSystem.removeShared(...removal),
    counter: createViewCounter(fileShareRepository.addViews, onError),
  });
  const archives = openArchives(prisma, { buffers, clock, onError });
  const fileSystem = createFileSystemService({
    mounts,
    storageConfigs,
    ledger,
    directUploads: writes.directUploadsOf('file_system'),
    streamWrites,
    locks,
    properties: createDeadProperties(prisma, database.kind),
    apiKeys,
    fileShares,
    settings,
    secretKey,
    bucketWatch,
    changes,
    archives,
    operations: createOperationRepository(prisma, database.kind, clock),
    answerTimeoutMs: patience.operationMs,
    spool: await openSpool(join(config.dataDirectory, 'spool')),
    clock,
    onError,
  });
  const capacityOf = createCapacityOf(bucketIndex.usage, ledger);
  const webdav = createWebdavService({ fileSystem, locks, settings, capacityOf });
  const images = { fileSystem, fileShares, streamWrites, buffers };
  const thumbnails = createThumbnailService({ ...sharing, ...images });
  const presentFileShares = createFileSharePresenter({ ...sharing, apiKeys });
  const parts = {
    apiKeys,
    fileShares,
    fileSystem,
    notifications,
    archives,
    thumbnails,
    endUploads,
  };
  const links = openLinks({ ...sharing, ...parts, database, items: shareItems });
  const { bundles, uploadRequests } = links;
  const urlUploads = createUrlUploadService({
    safeFetch,
    fileShares,
    repository: urlUploadRepository,
    ownOrigins,
    clock,
  });
  const base = { config, database, storageConfigs, settings, metrics, clock };
  const { readiness, system, measure } = openSystem({ ...base, onProblem: report });
  const search = createSearchService({ mounts, storageConfigs, bucketIndex, clock });
  const caches = { directory: fileSystem.listings, s3Url: NO_URLS_KEPT, search };
  const counted = { storageConfigs, mounts, system, bucketIndex, ledger };
  const dashboard = openDashboard(prisma, { ...counted, caches, clock });
  const { operations } = fileSystem;
  const shares = { textShares, fileShares, ...links, thumbnails, urlUploads, archives };
  const rows = { sessions, throttles, locks, repeatedCalls, auditLog, operations, notifications };
  const sweeping = createSweepJobs({ ...shares, ...rows, sweepLedger: writes.sweep, clock });
  const jobs = createJobs(sweeping, { database, clock, onError, observe: metrics?.jobs });
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
    ...links,
    fileSystem,
    webdav,
    streamWrites,
    thumbnails,
    presentFileShares,
    urlUploads,
    jobs,
    embeddedStore: embedded?.store,
    firstAdmin,
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
      for (const store of [operations, archives, ledger, bucketIndex]) await store.close();
      objectStores.close();
      await foundation.close();
      await telemetry.close();
    },
  };
}
