import { join } from 'node:path';
import { type CorsRule, openLocalS3 } from '@satchel/local-s3';
import { createBucketIndex } from '#bucket-index/bucket-index.ts';
import type { Clock } from '#clock';
import { type Config, corsOriginsOf } from '#config';
import { openDatabase } from '#database';
import { createApiKeyRepository } from '#features/api-keys/repository.ts';
import { createApiKeyService } from '#features/api-keys/service.ts';
import { createDashboardRepository } from '#features/dashboard/repository.ts';
import { createDashboardService, NO_URLS_KEPT } from '#features/dashboard/service.ts';
import { createFileSharePresenter } from '#features/file-shares/presenter.ts';
import { createFileShareRepository } from '#features/file-shares/repository.ts';
import { createFileShareService } from '#features/file-shares/service.ts';
import { createFileSystemService } from '#features/file-system/service.ts';
import { createUploadSessionRepository } from '#features/file-system/uploads/repository.ts';
import { openSpool } from '#features/file-system/writing/spool.ts';
import { createMountRepository } from '#features/mounts/repository.ts';
import { createMountService } from '#features/mounts/service.ts';
import { createSearchService } from '#features/search/service.ts';
import { createSessionRepository } from '#features/sessions/repository.ts';
import { createSessionService } from '#features/sessions/service.ts';
import { createSettingRepository } from '#features/settings/repository.ts';
import { createSettingService } from '#features/settings/service.ts';
import { EMBEDDED_BUCKET } from '#features/storage-configs/embedded-config.ts';
import { createStorageConfigRepository } from '#features/storage-configs/repository.ts';
import { createStorageConfigService } from '#features/storage-configs/service.ts';
import { createSystemService } from '#features/system/service.ts';
import { createTextShareRepository } from '#features/text-shares/repository.ts';
import { createTextShareService } from '#features/text-shares/service.ts';
import { createShareCache } from '#features/text-shares/share-cache.ts';
import { createUrlUploadRepository } from '#features/url-uploads/repository.ts';
import { createUrlUploadService } from '#features/url-uploads/service.ts';
import { createBucketWatch } from '#object-store/bucket-watch.ts';
import { createObjectStores } from '#object-store/object-stores.ts';
import { EMBEDDED_STORE_PATH } from '#object-store/presigner.ts';
import type { StorageDeadlines } from '#object-store/storage-deadlines.ts';
import { createCallerMemory } from '#security/caller-memory.ts';
import { createSafeFetch, type SafeFetchOptions } from '#security/safe-fetch/safe-fetch.ts';
import { createSecretKey, readOrCreateSecret } from '#security/secret-key.ts';
import { createThrottleRepository } from '#security/throttles/repository.ts';
import { createThrottleService } from '#security/throttles/throttles.ts';
import { createGrants } from '#share-rules/grant.ts';
import { createViewCounter } from '#share-rules/view-counter.ts';
import { createLeaseRepository } from '#sweeper/lease-repository.ts';
import { createSweeper } from '#sweeper/sweeper.ts';

/** What a page may read of a storage's reply. */
const STORAGE_EXPOSED_HEADERS = ['ETag', 'Content-Length', 'Content-Disposition', 'Content-Range'];

export type Services = Awaited<ReturnType<typeof compose>>;

/**
 * Opens database and store and wires every service: the whole server on one screen.
 *
 * @param outgoing name resolution and patience of requests to the outside; the system's own by default
 */
export async function compose(
  config: Config,
  clock: Clock,
  onError: (error: unknown) => void,
  outgoing: Omit<SafeFetchOptions, 'allow'> & { readonly storage?: StorageDeadlines } = {},
) {
  const { dataDirectory, databaseUrl } = config;
  const secret = config.secretKey ?? (await readOrCreateSecret(dataDirectory));
  const secretKey = createSecretKey(secret);
  const database = await openDatabase({ dataDirectory, databaseUrl, onError });
  const { prisma, changes } = database;

  const embeddedCredentials = {
    accessKeyId: config.s3AccessKeyId ?? 'satchel',
    secretAccessKey: config.s3SecretAccessKey ?? secretKey.derive('embedded-store'),
  };
  const embeddedStore = await openLocalS3({
    directory: join(dataDirectory, 'objects'),
    credentials: [embeddedCredentials],
    basePath: EMBEDDED_STORE_PATH,
    defaultCors: corsRulesOf(corsOriginsOf(config)),
    now: () => clock.now(),
    onError,
  });
  await embeddedStore.createBucket(EMBEDDED_BUCKET);
  const bucketWatch = createBucketWatch(onError);
  const embeddedHandler = embeddedStore.createRequestHandler();
  const objectStores = createObjectStores(embeddedHandler, bucketWatch, clock, outgoing.storage);
  const bucketIndex = createBucketIndex({ database, clock, onError });
  bucketWatch.subscribe(bucketIndex.listener);

  const throttles = createThrottleService(createThrottleRepository(prisma), clock);
  const settings = createSettingService({
    repository: createSettingRepository(prisma),
    changes,
    clock,
  });
  const memory = createCallerMemory(changes, clock);
  const apiKeyRepository = createApiKeyRepository(prisma);
  const apiKeys = createApiKeyService({ repository: apiKeyRepository, memory, clock });
  const sessions = createSessionService({
    repository: createSessionRepository(prisma),
    apiKeys,
    throttles,
    memory,
    clock,
  });
  const storageConfigs = createStorageConfigService({
    repository: createStorageConfigRepository(prisma),
    objectStores,
    secretKey,
    changes,
    corsOrigins: config.corsOrigins,
    corsHeaders: STORAGE_EXPOSED_HEADERS,
    clock,
    onError,
  });
  const mounts = createMountService({
    repository: createMountRepository(prisma),
    storageConfigs,
    changes,
    clock,
    onError,
  });
  const textShareRepository = createTextShareRepository(prisma);
  const textShares = createTextShareService({
    repository: textShareRepository,
    apiKeys,
    cache: createShareCache(changes),
    counter: createViewCounter(textShareRepository.addViews, onError),
    throttles,
    clock,
  });
  const fileShareRepository = createFileShareRepository(prisma);
  const grants = createGrants(secretKey);
  const fileShares = createFileShareService({
    repository: fileShareRepository,
    storageConfigs,
    capacity: bucketIndex.capacity,
    settings,
    throttles,
    grants,
    secretKey,
    counter: createViewCounter(fileShareRepository.addViews, onError),
    clock,
    onError,
  });
  const fileSystem = createFileSystemService({
    mounts,
    storageConfigs,
    repository: createUploadSessionRepository(prisma),
    apiKeys,
    fileShares,
    capacity: bucketIndex.capacity,
    settings,
    secretKey,
    bucketWatch,
    changes,
    spool: await openSpool(join(dataDirectory, 'spool')),
    clock,
    onError,
  });
  const presentFileShares = createFileSharePresenter({
    apiKeys,
    settings,
    storageConfigs,
    grants,
    clock,
  });
  const urlUploads = createUrlUploadService({
    safeFetch: createSafeFetch({ allow: config.urlUploadAllow, ...outgoing }),
    fileShares,
    repository: createUrlUploadRepository(prisma),
    ownOrigins: [config.publicUrl, config.contentUrl].filter((url) => url !== undefined),
    clock,
  });
  const system = createSystemService({
    databaseKind: database.kind,
    storageConfigs,
    settings,
    clock,
  });
  const search = createSearchService({ mounts, storageConfigs, bucketIndex, clock });
  const dashboardRepository = createDashboardRepository(prisma);
  const dashboard = createDashboardService({
    repository: dashboardRepository,
    storageConfigs,
    mounts,
    system,
    caches: {
      directory: fileSystem.listings,
      s3Url: NO_URLS_KEPT,
      search,
    },
    usageOf: async () => {
      const byRows = await dashboardRepository.usageByConfig();
      // A bucket that has been counted knows better than the rows of shares.
      for (const [id, { objectCount, totalBytes }] of await bucketIndex.usage.all()) {
        byRows.set(id, { fileCount: objectCount, totalSize: totalBytes });
      }
      return byRows;
    },
    clock,
  });
  const leases = createLeaseRepository(prisma);
  const sweeper = createSweeper({
    leases,
    textShares,
    fileShares,
    fileSystem,
    sessions,
    throttles,
    urlUploads,
    clock,
    onError,
  });

  await settings.ensureDefaults();
  await storageConfigs.ensureEmbedded(embeddedCredentials);
  const firstAdmin = await sessions.ensureAdmin(config.adminUsername, config.adminPassword);

  return {
    apiKeys,
    sessions,
    settings,
    storageConfigs,
    mounts,
    system,
    dashboard,
    search,
    textShares,
    fileShares,
    fileSystem,
    presentFileShares,
    urlUploads,
    sweeper,
    embeddedStore,
    firstAdmin,
    clock,
    /** In the order in which they need each other: work first, then what it is written to. */
    async close() {
      await sweeper.stop();
      await textShares.close();
      await fileShares.close();
      await bucketIndex.close();
      objectStores.close();
      await embeddedStore.close();
      await database.close();
    },
  };
}

/** A page of another origin that may call the API also PUTs to and GETs from presigned URLs. */
function corsRulesOf(origins: readonly string[]): CorsRule[] {
  if (origins.length === 0) return [];
  return [
    {
      allowedOrigins: origins,
      allowedMethods: ['GET', 'HEAD', 'PUT'],
      allowedHeaders: ['*'],
      exposeHeaders: STORAGE_EXPOSED_HEADERS,
      maxAgeSeconds: 86_400,
    },
  ];
}
