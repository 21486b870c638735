import cors from '@fastify/cors';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { type Config, corsOriginsOf } from '#config';
import { apiKeyRoutes } from '#features/api-keys/routes.ts';
import { auditLogRoutes } from '#features/audit-log/routes.ts';
import { bundleRoutes } from '#features/bundles/routes.ts';
import { dashboardRoutes } from '#features/dashboard/routes.ts';
import { fileShareRoutes } from '#features/file-shares/routes.ts';
import { fileSystemRoutes } from '#features/file-system/routes.ts';
import { mountRoutes } from '#features/mounts/routes.ts';
import { notificationRoutes } from '#features/notifications/routes.ts';
import { searchRoutes } from '#features/search/routes.ts';
import { sessionRoutes } from '#features/sessions/routes.ts';
import { settingRoutes } from '#features/settings/routes.ts';
import { storageConfigRoutes } from '#features/storage-configs/routes.ts';
import { measurementRoutes, systemRoutes } from '#features/system/routes.ts';
import { textShareRoutes } from '#features/text-shares/routes.ts';
import { thumbnailRoutes } from '#features/thumbnails/routes.ts';
import { uploadRequestRoutes } from '#features/upload-requests/routes.ts';
import { urlUploadRoutes } from '#features/url-uploads/routes.ts';
import { webdavRoutes } from '#features/webdav/routes.ts';
import { guardContent } from '#http/content/content-guard.ts';
import { NO_CUSTOM_CONTENT, policyOfCustomContent } from '#http/content/custom-content-policy.ts';
import { createSecurityHeaders, type PageSources } from '#http/content/security-headers.ts';
import { serveStaticFiles } from '#http/content/static-files.ts';
import { NOT_INDEXED, serveWellKnown } from '#http/content/well-known.ts';
import { serveApiDocumentation } from '#http/contract/documentation/api-documentation.ts';
import { handleError } from '#http/contract/error-handler.ts';
import { batchRoute } from '#http/contract/joined-calls/batch-route.ts';
import { commitOnPutRoute } from '#http/contract/joined-calls/commit-on-put.ts';
import { createCommitUrls } from '#http/contract/joined-calls/commit-urls.ts';
import type { HttpDependencies } from '#http/contract/mount-endpoint.ts';
import { answerDoctor } from '#http/server/answer-doctor.ts';
import { limitLoad } from '#http/server/back-pressure.ts';
import { parseBodies } from '#http/server/body-parsers.ts';
import { handleClientError } from '#http/server/client-error.ts';
import { createHttpServer } from '#http/server/create-http-server.ts';
import { endConnections, LINGER_MS } from '#http/server/idle-connections.ts';
import { serveMetrics } from '#http/server/serve-metrics.ts';
import { STALL_TIMEOUTS, type StallTimeouts } from '#http/server/stalled-connections.ts';
import { createUploadHosts } from '#http/server/upload-hosts.ts';
import { askVersionsOnce } from '#http/server/version-scope.ts';
import { createAccessLog } from '#telemetry/access-log.ts';
import { createRequestIds } from '#telemetry/request-ids.ts';
import { createRequestWatch, WEB_ROUTE } from '#telemetry/request-watch.ts';
import { addressOf, createIsTrusted } from '#telemetry/trusted-proxies.ts';
import type { Services } from './compose.ts';
import { createShareCards } from './share-cards.ts';

const EXPOSED_HEADERS = [
  'ETag',
  'Content-Length',
  'Content-Disposition',
  'Content-Range',
  'Retry-After',
  'Location',
  'Upload-Offset',
  'Upload-Complete',
  'Upload-Length',
  'Upload-Limit',
];

export interface AppOptions {
  readonly config: Config;
  readonly services: Services;
  readonly logger: FastifyBaseLogger;
  /** Folder of the built web app. */
  readonly webDirectory: string;
  readonly stallTimeouts?: StallTimeouts;
  /** Time in ms for which a stopping server keeps idle connections; default {@link LINGER_MS}. */
  readonly lingerMs?: number;
}

/** Body limit of public calls, and of unknown addresses (CONTRACT A6). */
const STRANGERS_BODY_LIMIT_BYTES = 64 * 1024;

/** Builds the HTTP server: plugins, the one error handler and the features' routes. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const {
    config,
    services,
    logger,
    stallTimeouts = STALL_TIMEOUTS,
    lingerMs = LINGER_MS,
  } = options;
  const isTrusted = createIsTrusted(config.trustedProxies);
  const watch = createRequestWatch(createRequestIds(isTrusted), [
    createAccessLog(logger, isTrusted),
    ...services.telemetry.requestObservers,
  ]);
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: watch.idOf,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: STRANGERS_BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 4096, ignoreTrailingSlash: true },
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // Requests on open connections are answered as usual during shutdown.
    return503OnClosing: false,
    clientErrorHandler: handleClientError,
    frameworkErrors: handleError,
    serverFactory: (handler) =>
      createHttpServer(handler, {
        watch,
        tracing: services.telemetry.tracing,
        isTrusted,
        isDraining: services.readiness.isDraining,
        stallTimeouts,
        contentUrl: config.contentUrl,
        uploadHosts: createUploadHosts(config),
        embeddedStore: services.embeddedStore,
        onSignatureRefused: (request) =>
          services.auditLog.refused({
            credential: 's3_signature',
            source: addressOf(request, isTrusted),
            agent: request.headers['user-agent'],
          }),
      }),
  });
  endConnections(app, lingerMs);
  app.setErrorHandler(handleError);
  // mount-endpoint validates by the contract and serializes; Fastify's schemas are documentation only.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  parseBodies(app);
  const securityHeaders = createSecurityHeaders(config.publicUrl);
  app.addHook('onRequest', (request, reply, done) => {
    watch.nameRoute(request.raw, routeOf(request));
    reply.headers(securityHeaders).header('x-request-id', request.id);
    // Shared content is for people with the link, so search engines should leave it out.
    if (request.routeOptions.config.sendsContent) reply.header('x-robots-tag', NOT_INDEXED);
    done();
  });
  await limitLoad(app, config);
  if (!services.changes.isSingleProcess) askVersionsOnce(app, services.versions);
  const corsOrigins = corsOriginsOf(config);
  if (corsOrigins.length > 0) {
    await app.register(cors, {
      origin: corsOrigins,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: 86_400,
    });
  }
  answerDoctor(app, services.isDoctor);
  guardContent(app, config.contentUrl);
  await serveApiDocumentation(app, services.system.version().version);
  serveWellKnown(app, {
    securityContact: () => services.settings.get('site_security_contact'),
    publicUrl: config.publicUrl,
    clock: services.clock,
  });
  serveMetrics(app, services.telemetry.metrics, config.metricsToken);
  services.telemetry.metrics?.measureServer(app.server);
  await mountFeatures(app, options);
  const describeLink = createShareCards(services);
  await serveStaticFiles(app, options.webDirectory, createPageSources(options), describeLink);
  return app;
}

/** Parses the custom HTML again only when it has changed. */
function createPageSources({ config, services }: AppOptions): () => Promise<PageSources> {
  let known = { html: '', custom: NO_CUSTOM_CONTENT };
  return async () => {
    const { settings, storageConfigs } = services;
    const parts = [await settings.get('site_custom_head'), await settings.get('site_custom_body')];
    const html = parts.join('\n');
    if (known.html !== html) known = { html, custom: policyOfCustomContent(html) };
    const ownOrigins = [config.contentUrl, ...config.uploadUrls].filter((url) => url !== undefined);
    return {
      // Allows all of http instead of naming storages, because pages are public and storage addresses
      // are not.
      contentSources: [...((await storageConfigs.isHttpUsed()) ? ['http:'] : []), ...ownOrigins],
      custom: known.custom,
    };
  };
}

async function mountFeatures(app: FastifyInstance, { config, services }: AppOptions) {
  const { sessions, settings, system } = services;
  const http: HttpDependencies = {
    app,
    authenticate: sessions.authenticate,
    authenticateUpload: services.uploadRequests.visiting.authenticate,
    repeatedCalls: services.repeatedCalls,
    batchedCalls: new Map(),
    commitUrls: createCommitUrls(services.secretKey),
    audit: ({ caller, request }, act) => {
      const agent = request.headers['user-agent'];
      return services.auditLog.record(act, { caller, source: request.ip, agent });
    },
    publicUrl: config.publicUrl,
    contentUrl: config.contentUrl,
    clock: services.clock,
  };
  const inScope = (mount: (scope: HttpDependencies) => Promise<void>) =>
    app.register((scope) => mount({ ...http, app: scope }));
  batchRoute(http);
  const { embeddedStore } = services;
  if (embeddedStore) await inScope(async (scope) => commitOnPutRoute(scope, embeddedStore));
  sessionRoutes(http, sessions);
  apiKeyRoutes(http, services.apiKeys);
  auditLogRoutes(http, services.auditLog);
  settingRoutes(http, settings);
  storageConfigRoutes(http, services.storageConfigs);
  mountRoutes(http, services.mounts);
  notificationRoutes(http, services.notifications);
  systemRoutes(http, system);
  await inScope(async (scope) => measurementRoutes(scope));
  dashboardRoutes(http, services.dashboard);
  searchRoutes(http, services.search);
  await inScope((scope) => textShareRoutes(scope, services.textShares));
  const { fileShares, presentFileShares: present } = services;
  await inScope((scope) => fileShareRoutes(scope, { fileShares, present }));
  await inScope((scope) => fileSystemRoutes(scope, services.fileSystem));
  const { bundles, presentBundles, thumbnails } = services;
  await inScope((scope) => bundleRoutes(scope, { bundles, present: presentBundles }));
  uploadRequestRoutes(http, {
    requests: services.uploadRequests,
    presentBundle: presentBundles.owned,
    maxUploadBytes: fileShares.maxUploadBytes,
  });
  thumbnailRoutes(http, thumbnails);
  urlUploadRoutes(http, { urlUploads: services.urlUploads, present });
  await inScope(async (scope) => webdavRoutes(scope, services.webdav));
}

/** Route name for metrics and traces. All files of the web app share one name. */
function routeOf({ routeOptions }: FastifyRequest): string {
  const { url = '', config } = routeOptions;
  const isOwn = config.endpoint !== undefined || /^\/(api|dav|metrics|s3)\b/.test(url);
  return isOwn ? url : WEB_ROUTE;
}
