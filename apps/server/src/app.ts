import { createServer } from 'node:http';
import cors from '@fastify/cors';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { AppError } from '#errors';
import { apiKeyRoutes } from '#features/api-keys/routes.ts';
import { dashboardRoutes } from '#features/dashboard/routes.ts';
import { fileShareRoutes } from '#features/file-shares/routes.ts';
import { fileSystemRoutes } from '#features/file-system/routes.ts';
import { mountRoutes } from '#features/mounts/routes.ts';
import { searchRoutes } from '#features/search/routes.ts';
import { sessionRoutes } from '#features/sessions/routes.ts';
import { settingRoutes } from '#features/settings/routes.ts';
import { storageConfigRoutes } from '#features/storage-configs/routes.ts';
import { systemRoutes } from '#features/system/routes.ts';
import { textShareRoutes } from '#features/text-shares/routes.ts';
import { urlUploadRoutes } from '#features/url-uploads/routes.ts';
import { serveApiDocumentation } from '#http/api-documentation.ts';
import { handleClientError } from '#http/client-error.ts';
import { guardContent, isContentElsewhere } from '#http/content-guard.ts';
import { contentLengthOf } from '#http/content-length.ts';
import { handleError } from '#http/error-handler.ts';
import { endConnectionsWhenIdle } from '#http/idle-connections.ts';
import type { HttpDependencies } from '#http/mount-endpoint.ts';
import { createSecurityHeaders } from '#http/security-headers.ts';
import {
  endStalledConnections,
  STALL_TIMEOUTS,
  type StallTimeouts,
} from '#http/stalled-connections.ts';
import { serveStaticFiles } from '#http/static-files.ts';
import { askVersionsOnce } from '#http/version-scope.ts';
import { EMBEDDED_STORE_PATH } from '#object-store/presigner.ts';
import type { Services } from './compose.ts';
import { type Config, corsOriginsOf } from './config.ts';

const EXPOSED_HEADERS = [
  'ETag',
  'Content-Length',
  'Content-Disposition',
  'Content-Range',
  'Retry-After',
];

export interface AppOptions {
  readonly config: Config;
  readonly services: Services;
  readonly logger: FastifyBaseLogger;
  /** Folder of the built web app. */
  readonly webDirectory: string;
  readonly stallTimeouts?: StallTimeouts;
}

/** Of calls that anybody may make, and of addresses that are nothing (CONTRACT A6). */
const STRANGERS_BODY_LIMIT_BYTES = 64 * 1024;

/** Builds the HTTP server: plugins, the one error handler and the features' routes. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, services, logger, stallTimeouts = STALL_TIMEOUTS } = options;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: STRANGERS_BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 4096, ignoreTrailingSlash: true },
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: handleClientError,
    frameworkErrors: handleError,
    // The embedded store speaks S3, not our API, and gets its requests untouched.
    serverFactory: (handler) => {
      const server = createServer(
        // Uploads take as long as they take, while they make progress; headers do not.
        {
          maxHeaderSize: 32 * 1024,
          keepAliveTimeout: 65_000,
          requestTimeout: 0,
          headersTimeout: 60_000,
        },
        (request, response) => {
          const store = isBelowStore(request.url) ? services.embeddedStore : undefined;
          if (!store) handler(request, response);
          else if (isContentElsewhere(request, config.contentUrl)) response.writeHead(403).end();
          else store.listener(request, response);
        },
      );
      endStalledConnections(server, stallTimeouts);
      return server;
    },
  });
  endConnectionsWhenIdle(app);
  app.setErrorHandler(handleError);
  // mount-endpoint validates by the contract and serializes; Fastify's schemas only document.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  parseBodies(app);
  const securityHeaders = createSecurityHeaders(config.publicUrl);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(securityHeaders);
    done();
  });
  if (!services.changes.isSingleProcess) askVersionsOnce(app, services.versions);
  const corsOrigins = corsOriginsOf(config);
  if (corsOrigins.length > 0) {
    await app.register(cors, {
      origin: corsOrigins,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: 86_400,
    });
  }
  guardContent(app, config.contentUrl);
  const isVerbose = ['trace', 'debug'].includes(config.logLevel);
  app.addHook('onResponse', (request, reply, done) => {
    const isFault = reply.statusCode >= 500 && reply.statusCode !== 503;
    if (isFault || isVerbose) logResponse(request, reply);
    done();
  });
  await serveApiDocumentation(app, services.system.version().version);
  await mountFeatures(app, options);
  await serveStaticFiles(app, options.webDirectory, async () => [
    ...(await services.storageConfigs.browserOrigins()),
    ...(config.contentUrl === undefined ? [] : [config.contentUrl]),
  ]);
  return app;
}

function isBelowStore(url = ''): boolean {
  return url === EMBEDDED_STORE_PATH || url.startsWith(`${EMBEDDED_STORE_PATH}/`);
}

async function mountFeatures(app: FastifyInstance, { config, services }: AppOptions) {
  const { sessions, settings, system } = services;
  const http: HttpDependencies = {
    authenticate: sessions.authenticate,
    publicUrl: config.publicUrl,
    contentUrl: config.contentUrl,
    clock: services.clock,
  };
  sessionRoutes(app, http, sessions);
  apiKeyRoutes(app, http, services.apiKeys);
  settingRoutes(app, http, settings);
  storageConfigRoutes(app, http, services.storageConfigs);
  mountRoutes(app, http, services.mounts);
  systemRoutes(app, http, system);
  dashboardRoutes(app, http, services.dashboard);
  searchRoutes(app, http, services.search);
  await app.register((scope) => textShareRoutes(scope, http, services.textShares));
  const { fileShares, presentFileShares: present } = services;
  await app.register((scope) => fileShareRoutes(scope, http, { fileShares, present }));
  await app.register((scope) => fileSystemRoutes(scope, http, services.fileSystem));
  urlUploadRoutes(app, http, { urlUploads: services.urlUploads, present });
}

function logResponse(request: FastifyRequest, reply: FastifyReply): void {
  const { method, url } = request;
  const { statusCode, elapsedTime } = reply;
  const line = { method, url: redactUrl(url), statusCode, ms: Math.round(elapsedTime) };
  if (statusCode >= 500) request.log.warn(line, 'request failed');
  else request.log.debug(line, 'request');
}

/**
 * JSON, and only under its own name (SECURITY 8). Older clients send its type with no body, and curl
 * that of a form; what a call does not take it ignores (CONTRACT A1, F1, F3).
 */
function parseBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' || !takesBody(request)) done(null, undefined);
    else void parseJson(request, String(body), done);
  });
  app.addContentTypeParser('*', (request, body, done) => {
    if (takesBody(request) && hasBody(request)) {
      done(new AppError('request.unsupported_type'));
    } else {
      body.resume();
      done(null, undefined);
    }
  });
}

function takesBody({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.endpoint?.kind === 'json' && config.endpoint.body !== undefined;
}

/** RFC 9112 6.3: what tells neither a length nor chunks has no body. */
function hasBody(request: FastifyRequest): boolean {
  return request.headers['transfer-encoding'] !== undefined || (contentLengthOf(request) ?? 0) > 0;
}

const SECRET_PARAMETER = /^(password|grant|sign|url|x-amz-.*)$/i;

/** Secrets that travel in an address never reach a log (SECURITY 11), however they are escaped. */
export function redactUrl(url: string): string {
  return url.replace(/([?&])([^=&]+)=[^&]*/g, (pair, mark: string, name: string) => {
    const [decoded = name] = new URLSearchParams(name).keys();
    return SECRET_PARAMETER.test(decoded) ? `${mark}${name}=[redacted]` : pair;
  });
}
