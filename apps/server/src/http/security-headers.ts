import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import helmet from 'helmet';

/**
 * The web app's policy (SECURITY 4): no inline script. Styles are inline where the editor, formulas
 * and diagrams make them. Browsers PUT to and show images from any storage over https, and from
 * the configured ones over http.
 */
const createAppPolicy = (storageOrigins: readonly string[]) => [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  ["img-src 'self' blob: data: https:", ...storageOrigins].join(' '),
  ["media-src 'self' blob: https:", ...storageOrigins].join(' '),
  "font-src 'self' data:",
  ["connect-src 'self' blob: https:", ...storageOrigins].join(' '),
  "frame-src 'self' blob: https://view.officeapps.live.com https://docs.google.com",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** JSON is never a page. */
const API_POLICY = "default-src 'none';frame-ancestors 'none'";

/**
 * Helmet's headers for every reply. They do not depend on the request, so they are asked for once.
 * Only a server that is reached over https may pin browsers to it. What only old browsers heed is
 * left out: every header of a short reply costs its time (goal: half the rate of a bare route).
 */
export function createSecurityHeaders(publicUrl: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { 'Content-Security-Policy': API_POLICY };
  const collect = helmet({
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    dnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: publicUrl?.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
  });
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name] = value;
    },
    removeHeader: () => undefined,
  };
  collect({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return headers;
}

/**
 * What a page has besides: other sites that open it or are opened by it do not share its process.
 *
 * @param storageOrigins of storages that pages reach over plain http
 */
export function setPagePolicy(reply: FastifyReply, storageOrigins: readonly string[]): void {
  reply
    .header('content-security-policy', createAppPolicy(storageOrigins).join(';'))
    .header('cross-origin-opener-policy', 'same-origin')
    .header('origin-agent-cluster', '?1');
}
