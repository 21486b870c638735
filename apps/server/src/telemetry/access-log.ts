import type { FastifyBaseLogger } from 'fastify';
import { redactUrl } from './redact-url.ts';
import type { EndedRequest, RequestObserver } from './request-watch.ts';
import { addressOf, type IsTrusted } from './trusted-proxies.ts';

/** Writes one line per request: faults at `warn`, the rest at `info`. */
export function createAccessLog(logger: FastifyBaseLogger, isTrusted: IsTrusted): RequestObserver {
  const isTalkative = ['trace', 'debug', 'info'].includes(logger.level);
  return {
    ended(ended) {
      // A 503 is no fault, because the server protects itself with it; the metrics count it.
      const { status = 0, isAborted } = ended;
      const isFault = status >= 500 && status !== 503 && !isAborted;
      if (isFault) logger.warn(lineOf(ended, isTrusted), 'request failed');
      else if (isTalkative) logger.info(lineOf(ended, isTrusted), 'request');
    },
  };
}

function lineOf(ended: EndedRequest, isTrusted: IsTrusted) {
  const { id, request, socket, route, status } = ended;
  const { isAborted, durationMs, bytesReceived, bytesSent } = ended;
  return {
    requestId: id,
    method: request.method,
    url: redactUrl(request.url ?? ''),
    route,
    status,
    ms: Math.round(durationMs * 10) / 10,
    bytesReceived,
    bytesSent,
    address: addressOf({ headers: request.headers, socket }, isTrusted),
    userAgent: request.headers['user-agent'],
    ...(isAborted ? { isAborted } : {}),
  };
}
