import { once } from 'node:events';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:tls';

/** How an address speaks HTTP. */
export interface AddressFacts {
  /** ALPN name of the protocol that it chooses when browsers offer HTTP/2. */
  readonly protocol: 'h2' | 'http/1.1';
  /** Headers that name the proxy; '' if there are none. */
  readonly server: string;
  readonly via: string;
  /** Median of small requests, in milliseconds. */
  readonly roundTripMs: number;
  /** Windows of HTTP/2, in bytes. */
  readonly windows: Windows | undefined;
}

export interface Windows {
  /** Bytes of one upload that may be on their way. */
  readonly stream: number;
  /** Bytes of all uploads of a browser together. */
  readonly connection: number;
}

const TIMEOUT_MS = 10_000;
const ROUND_TRIPS = 5;

interface Reply {
  readonly server: string;
  readonly via: string;
}

/** Inspects an address with small requests for a path. Rejects if it does not answer. */
export async function inspectAddress(
  base: string,
  path: string,
  signal: AbortSignal,
): Promise<AddressFacts> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const protocol = await negotiateProtocol(base, limit);
  if (protocol === 'h2') return inspectHttp2(base, path, limit);
  const measured = await measure(async () => {
    const reply = await fetch(base + path, { redirect: 'manual', signal: limit });
    await reply.arrayBuffer();
    return { server: reply.headers.get('server') ?? '', via: reply.headers.get('via') ?? '' };
  });
  return { protocol, ...measured, windows: undefined };
}

/** Offers HTTP/2 and HTTP/1.1, like browsers, and returns what the address chooses. */
export async function negotiateProtocol(
  base: string,
  signal: AbortSignal,
): Promise<AddressFacts['protocol']> {
  const { protocol, hostname, port } = new URL(base);
  if (protocol === 'http:') return 'http/1.1';
  // Addresses in brackets are for URLs only, and neither kind of address may be a server name.
  const host = hostname.replace(/^\[|\]$/g, '');
  const isName = /[a-z]/i.test(host) && !host.includes(':');
  const socket = connect({
    host,
    port: Number(port || 443),
    ALPNProtocols: ['h2', 'http/1.1'],
    ...(isName ? { servername: host } : {}),
  });
  try {
    await once(socket, 'secureConnect', { signal });
    return socket.alpnProtocol === 'h2' ? 'h2' : 'http/1.1';
  } finally {
    socket.destroy();
  }
}

async function inspectHttp2(
  base: string,
  path: string,
  signal: AbortSignal,
): Promise<AddressFacts> {
  const session = connectHttp2(base);
  // The request that waits for the session rejects; without a listener the error would end the process, too.
  session.on('error', () => undefined);
  try {
    await once(session, 'remoteSettings', { signal });
    const measured = await measure(() => request(session, path, signal));
    // Servers that open the window of the connection have done so before their first reply.
    const { remoteWindowSize: connection = 0 } = session.state;
    const { initialWindowSize: stream = 0 } = session.remoteSettings;
    return { protocol: 'h2', ...measured, windows: { stream, connection } };
  } finally {
    session.destroy();
  }
}

async function request(
  session: ClientHttp2Session,
  path: string,
  signal: AbortSignal,
): Promise<Reply> {
  const stream = session.request({ ':path': path }, { signal });
  const [headers] = (await once(stream, 'response', { signal })) as [Record<string, string>];
  stream.resume();
  await once(stream, 'close', { signal });
  return { server: headers.server ?? '', via: headers.via ?? '' };
}

async function measure(ask: () => Promise<Reply>): Promise<Reply & { roundTripMs: number }> {
  // The first one may open a connection.
  const reply = await ask();
  const timesMs: number[] = [];
  while (timesMs.length < ROUND_TRIPS) {
    const startedMs = performance.now();
    await ask();
    timesMs.push(performance.now() - startedMs);
  }
  const sorted = timesMs.sort((one, other) => one - other);
  return { ...reply, roundTripMs: sorted[Math.floor(ROUND_TRIPS / 2)] ?? 0 };
}
