import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import helmet from 'helmet';
import type { CustomContentPolicy } from './custom-content-policy.ts';

/**
 * Policy of the web app (SECURITY 4): no inline scripts except the administrator's. Inline styles are
 * allowed because the editor, formulas and diagrams create them. Browsers PUT to and show images from
 * any storage over https, and over http if one is configured so.
 */
const createAppPolicy = ({ contentSources, custom }: PageSources) => [
  "default-src 'self'",
  ["script-src 'self' 'wasm-unsafe-eval'", ...custom.scripts].join(' '),
  ["style-src 'self' 'unsafe-inline'", ...custom.styles].join(' '),
  ["img-src 'self' blob: data: https:", ...contentSources].join(' '),
  ["media-src 'self' blob: https:", ...contentSources].join(' '),
  // Custom style sheets may load fonts from other sites, too.
  ["font-src 'self' data:", ...custom.styles.slice(0, 1).map(() => 'https:')].join(' '),
  ["connect-src 'self' blob: https:", ...contentSources].join(' '),
  [
    "frame-src 'self' blob: https://view.officeapps.live.com https://docs.google.com",
    ...custom.frames,
  ].join(' '),
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** Sources on other sites that pages may load, by the current configuration. */
export interface PageSources {
  /** Content sources other than https. */
  readonly contentSources: readonly string[];
  /** Sources of the administrator's own HTML. */
  readonly custom: CustomContentPolicy;
}

/** Policy of JSON replies, which are never pages. */
const API_POLICY = "default-src 'none';frame-ancestors 'none'";

/**
 * Helmet's headers for every reply. They do not depend on the request, so they are computed once. Only
 * a server that is reached over https sets HSTS. Headers that only old browsers respect are left out,
 * because every header of a short reply costs time (goal: half the rate of a bare route).
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
 * Disables browser features that our pages never use, so that an injected script cannot use them.
 * Clipboard, full screen and share sheet stay allowed. Bluetooth is left out, because Chromium on Linux does not
 * know it and reports an error on each page; it asks the user before anything is used.
 */
const PERMISSIONS_POLICY = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid'],
  ...['magnetometer', 'microphone', 'midi', 'payment', 'serial', 'usb', 'xr-spatial-tracking'],
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * Sets the headers of a page. Pages of other sites that open it, or that it opens, get another process.
 */
export function setPagePolicy(reply: FastifyReply, sources: PageSources): void {
  reply
    .header('content-security-policy', createAppPolicy(sources).join(';'))
    .header('permissions-policy', PERMISSIONS_POLICY)
    .header('cross-origin-opener-policy', 'same-origin')
    .header('origin-agent-cluster', '?1');
}
