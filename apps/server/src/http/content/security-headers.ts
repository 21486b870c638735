import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import helmet from 'helmet';
import type { CustomContentPolicy } from './custom-content-policy.ts';

/**
 * The web app's policy (SECURITY 4): no inline script but those of the administrator. Styles are inline
 * where the editor, formulas and diagrams make them. Browsers PUT to and show images from any storage
 * over https, and over http where one is configured so.
 */
const createAppPolicy = ({ contentSources, custom }: PageSources) => [
  "default-src 'self'",
  ["script-src 'self' 'wasm-unsafe-eval'", ...custom.scripts].join(' '),
  ["style-src 'self' 'unsafe-inline'", ...custom.styles].join(' '),
  ["img-src 'self' blob: data: https:", ...contentSources].join(' '),
  ["media-src 'self' blob: https:", ...contentSources].join(' '),
  // Style sheets from elsewhere have their fonts there, too.
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

/** Sources that pages may load from elsewhere, by the current configuration. */
export interface PageSources {
  /** Sources of contents other than https. */
  readonly contentSources: readonly string[];
  /** Sources of the administrator's own HTML. */
  readonly custom: CustomContentPolicy;
}

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
 * Browser features that our pages never use, so that an injected script cannot. Clipboard, full screen and
 * share sheet stay allowed.
 */
const PERMISSIONS_POLICY = [
  ...['accelerometer', 'bluetooth', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid'],
  ...['magnetometer', 'microphone', 'midi', 'payment', 'serial', 'usb', 'xr-spatial-tracking'],
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Sets the headers of a page. Sites that open it or are opened by it do not share its process. */
export function setPagePolicy(reply: FastifyReply, sources: PageSources): void {
  reply
    .header('content-security-policy', createAppPolicy(sources).join(';'))
    .header('permissions-policy', PERMISSIONS_POLICY)
    .header('cross-origin-opener-policy', 'same-origin')
    .header('origin-agent-cluster', '?1');
}
