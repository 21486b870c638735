import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { LocalS3 } from '@satchel/local-s3';
import { EMBEDDED_STORE_PATH } from '#object-store/s3/presigner.ts';
import type { RequestWatch } from '#telemetry/request-watch.ts';
import type { Tracing } from '#telemetry/tracing/tracing.ts';
import type { IsTrusted } from '#telemetry/trusted-proxies.ts';
import { isContentElsewhere } from '../content/content-guard.ts';
import { NOT_INDEXED } from '../content/well-known.ts';
import { isCommittingPut } from '../contract/joined-calls/commit-urls.ts';
import { endStalledConnections, type StallTimeouts } from './stalled-connections.ts';
import type { createUploadHosts } from './upload-hosts.ts';

export interface HttpServerOptions {
  readonly watch: RequestWatch;
  readonly tracing: Tracing | undefined;
  readonly isTrusted: IsTrusted;
  /** True while the server shuts down; it then closes connections after each reply. */
  readonly isDraining: () => boolean;
  readonly stallTimeouts: StallTimeouts;
  readonly contentUrl: string | undefined;
  readonly uploadHosts: ReturnType<typeof createUploadHosts>;
  readonly embeddedStore: Pick<LocalS3, 'listener'> | undefined;
  /** Called for requests to the embedded store with a wrong signature or an unknown key. */
  readonly onSignatureRefused: (request: IncomingMessage) => void;
}

const SIGNATURE_ERRORS: readonly unknown[] = ['SignatureDoesNotMatch', 'InvalidAccessKeyId'];

/**
 * Creates the server below Fastify. The embedded store speaks S3, not our API, so its requests reach it
 * unchanged.
 */
export function createHttpServer(handler: RequestListener, options: HttpServerOptions): Server {
  const { watch, tracing, isTrusted, isDraining, stallTimeouts, contentUrl } = options;
  const { embeddedStore, onSignatureRefused, uploadHosts } = options;
  const server = createServer(
    // Uploads may take any time while they make progress; headers may not.
    {
      maxHeaderSize: 32 * 1024,
      keepAliveTimeout: 65_000,
      requestTimeout: 0,
      headersTimeout: 60_000,
    },
    (request, response) => {
      // More than 10 listeners are no leak: log, context, streams and others each wait for its end.
      response.setMaxListeners(25);
      const watched = watch.begin(request, response);
      if (isDraining()) response.shouldKeepAlive = false;
      const answer = () => {
        // Refuses two Host headers: a proxy and this server could use different ones (RFC 9112 3.2).
        if ((request.headersDistinct.host?.length ?? 0) > 1) {
          response.writeHead(400, { connection: 'close' }).end();
          return;
        }
        // Node leaves every other coding in the body, which would be stored packed (RFC 9112 6.1).
        if (!/^(?:chunked)?$/i.test(request.headers['transfer-encoding'] ?? '')) {
          response.writeHead(501, { connection: 'close' }).end();
          return;
        }
        if (uploadHosts(request, response)) return;
        const store = isBelowStore(request.url) ? embeddedStore : undefined;
        if (!store) {
          handler(request, response);
          return;
        }
        watched.route = EMBEDDED_STORE_PATH;
        response.setHeader('x-request-id', watched.id);
        response.setHeader('x-robots-tag', NOT_INDEXED);
        response.once('close', () => {
          const code = response.getHeader('x-amz-error-code');
          if (SIGNATURE_ERRORS.includes(code)) onSignatureRefused(request);
        });
        if (isContentElsewhere(request, contentUrl)) response.writeHead(403).end();
        else if (isCommittingPut(request)) handler(request, response);
        else store.listener(request, response);
      };
      if (!tracing) answer();
      else tracing.run(watched, isTrusted(request.socket.remoteAddress ?? '', 0), answer);
    },
  );
  endStalledConnections(server, stallTimeouts);
  return server;
}

function isBelowStore(url = ''): boolean {
  return url === EMBEDDED_STORE_PATH || url.startsWith(`${EMBEDDED_STORE_PATH}/`);
}
