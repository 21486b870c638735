import { lookup } from 'node:dns/promises';
import type { Config } from '@satchel/server/config';
import { advice, type Check, ok, problem, reasonOf } from './check.ts';
import {
  type AddressFacts,
  inspectAddress,
  negotiateProtocol,
  type Windows,
} from './inspect-address.ts';

const TIMEOUT_MS = 10_000;
const MEBIBYTE = 1024 ** 2;
/** Round trip for which the doctor computes the speed that a window allows: a user in the same country. */
const EXAMPLE_ROUND_TRIP_MS = 40;
/**
 * Window that is large enough: 4 MiB, which the nginx example has, lets 100 MB/s through at that round trip.
 */
const ENOUGH_BYTES = 4 * MEBIBYTE;

const SECOND_NAME = 'a second name of this server that speaks HTTP/1.1 only';
const MORE = 'See "Fast uploads" in docs/operations/deploy.md.';

/** Checks how fast browsers can upload: the protocol of the public address, and the hosts of `UPLOAD_URL`. */
export async function checkUploads(config: Config, signal: AbortSignal): Promise<readonly Check[]> {
  const { publicUrl, uploadUrls } = config;
  if (publicUrl === undefined) return [];
  let facts: AddressFacts;
  try {
    facts = await inspectAddress(publicUrl, '/api/health', signal);
  } catch {
    // The check of the address reports it.
    return [];
  }
  const hosts: Check[] = [];
  for (const url of uploadUrls) hosts.push(await checkHost(url, publicUrl, facts, signal));
  const isServed = hosts.some(({ state }) => state === 'ok');
  const windows = config.hasEmbeddedStore && !isServed ? judgeWindows(facts) : [];
  return [describe(facts), ...windows, ...hosts];
}

function describe({ protocol, server, via, roundTripMs }: AddressFacts): Check {
  const through = [server, via].filter(Boolean).join(', via ');
  const name = protocol === 'h2' ? 'HTTP/2' : 'HTTP/1.1';
  const proxy = through === '' ? '' : ` with ${through}`;
  return ok('connection', `Browsers get ${name}${proxy}; ${roundTripMs.toFixed(1)} ms from here`);
}

/** Advice for a proxy whose HTTP/2 windows limit uploads over distance; the windows are exact. */
function judgeWindows({ windows, server }: AddressFacts): readonly Check[] {
  if (!windows) return [];
  const { stream, connection } = windows;
  const isNginx = /nginx|openresty/i.test(server);
  if (stream < ENOUGH_BYTES && stream < connection) {
    const cure = isNginx
      ? `Set "http2_body_preread_size 4m;" in nginx, or UPLOAD_URL to ${SECOND_NAME}.`
      : `Set UPLOAD_URL to ${SECOND_NAME}.`;
    return [
      advice('uploads', `HTTP/2 limits each upload to ${speedOf(stream)}`, `${cure} ${MORE}`),
    ];
  }
  if (connection >= ENOUGH_BYTES) return [];
  const text = `HTTP/2 limits all uploads of a browser together to ${speedOf(connection)}`;
  return [advice('uploads', text, `Set UPLOAD_URL to ${SECOND_NAME}. ${MORE}`)];
}

function speedOf(window: Windows[keyof Windows]): string {
  const kibibytes = Math.round(window / 1024);
  const size = kibibytes < 1024 ? `${kibibytes} KiB` : `${Math.round(kibibytes / 1024)} MiB`;
  const megabytes = window / EXAMPLE_ROUND_TRIP_MS / 1000;
  return `${size} per round trip, ${megabytes.toFixed(1)} MB/s at ${EXAMPLE_ROUND_TRIP_MS} ms`;
}

async function checkHost(
  url: string,
  publicUrl: string,
  { server }: AddressFacts,
  signal: AbortSignal,
): Promise<Check> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const { hostname } = new URL(url);
  const away = 'Until then, uploads use the public address.';
  try {
    // The lookup fails by itself after the resolver's own timeouts.
    await lookup(hostname.replace(/^\[|\]$/g, ''));
  } catch (error) {
    const hint = `Add its name to the DNS. ${away}`;
    return problem('uploads', `${url} of UPLOAD_URL has no address: ${reasonOf(error)}`, hint);
  }
  try {
    const protocol = await negotiateProtocol(url, limit);
    // Only a server whose PUBLIC_URL and UPLOAD_URL are these allows that page to read the reply.
    const reply = await fetch(`${url}/s3`, { headers: { origin: publicUrl }, signal: limit });
    if (reply.headers.get('access-control-allow-origin') !== publicUrl || reply.status !== 204) {
      const hint =
        'Let the proxy forward it to this server with the Host header as it came, and start the server with the same UPLOAD_URL.';
      const text = `${url} of UPLOAD_URL answers ${reply.status}, but not as an address for uploads`;
      return problem('uploads', text, hint);
    }
    const isCaddy = /caddy/i.test(server);
    if (/\bh[23]=/.test(reply.headers.get('alt-svc') ?? '')) {
      const cure = isCaddy
        ? 'Add "header -Alt-Svc" to this name in the Caddyfile.'
        : 'Let the proxy send no header "Alt-Svc" for this name.';
      const text = `${url} of UPLOAD_URL offers HTTP/3: browsers send all parts of an upload through one connection`;
      return problem('uploads', text, `${cure} ${MORE}`);
    }
    if (protocol === 'http/1.1') return ok('uploads', `${url} takes them over HTTP/1.1`);
    const cure = isCaddy
      ? 'Add "tls { alpn http/1.1 }" to this name in the Caddyfile.'
      : 'Allow only HTTP/1.1 for this name in the proxy (nginx 1.25.1 and newer: "http2 off;").';
    const text = `${url} of UPLOAD_URL speaks HTTP/2: all parts of an upload share one connection`;
    return problem('uploads', text, `${cure} ${MORE}`);
  } catch (error) {
    const hint = `Check its certificate and the proxy. ${away}`;
    return problem('uploads', `${url} of UPLOAD_URL does not answer: ${reasonOf(error)}`, hint);
  }
}
