const MEBIBYTE = 1024 ** 2;

/** Outcome of a connection test. */
export interface Measurement {
  /** Median of small requests, in milliseconds. */
  readonly roundTripMs: number;
  /** The quickest of them, which a busy server or browser disturbs least. */
  readonly quickestMs: number;
  /** ALPN name, such as `http/1.1` or `h2`; '' if the browser does not tell. */
  readonly protocol: string;
  /** Header `Server` of a reply, such as `nginx/1.22.1`; '' if there is none, as with Traefik. */
  readonly proxy: string;
  /** Bytes per second of one upload; undefined if none got through in time. */
  readonly one: number | undefined;
  /** How long that upload took, in milliseconds; undefined if none got through. */
  readonly oneTookMs: number | undefined;
  /** Bytes per second of four uploads at the same time, together. */
  readonly several: number | undefined;
  /** Size of a body that was refused with 413, in bytes. */
  readonly refusedBytes: number | undefined;
  /** True if the server got bodies far faster than the browser sent them, so that a proxy buffers them. */
  readonly isBuffered: boolean;
  /** Addresses of `UPLOAD_URL`. */
  readonly origins: readonly UploadOrigin[];
}

export interface UploadOrigin {
  readonly origin: string;
  readonly isReachable: boolean;
  readonly protocol: string;
}

/** Proxy whose settings a cure can name. */
export type ProxyProgram = 'nginx' | 'caddy' | 'other';

export type Problem =
  | { readonly kind: 'originSilent'; readonly origin: string }
  | { readonly kind: 'originShared'; readonly origin: string; readonly proxy: ProxyProgram }
  | { readonly kind: 'bodyRefused'; readonly bytes: number; readonly proxy: ProxyProgram }
  | { readonly kind: 'buffered'; readonly proxy: ProxyProgram }
  | { readonly kind: 'tooSlow' }
  | {
      readonly kind: 'streamWindow';
      readonly one: number;
      readonly several: number;
      readonly proxy: ProxyProgram;
    }
  | {
      readonly kind: 'connectionWindow';
      /** Bytes per second. */
      readonly fastest: number;
      readonly roundTripMs: number;
      readonly proxy: ProxyProgram;
    };

/** Reason why there is nothing to change. */
export type Fine =
  | { readonly kind: 'separateConnections' }
  | { readonly kind: 'uploadOrigins'; readonly origins: readonly string[] }
  | { readonly kind: 'tooNear'; readonly roundTripMs: number }
  | { readonly kind: 'noLimit' };

export type Verdict =
  | { readonly isFine: true; readonly fine: Fine }
  | { readonly isFine: false; readonly problems: readonly [Problem, ...Problem[]] };

/**
 * Shortest round trip at which windows can be judged, in milliseconds. Below it much of the measured time is the
 * server's own, and 1 MiB per round trip lets more than 100 MB/s through.
 */
const JUDGED_ROUND_TRIP_MS = 10;

/**
 * Gain of four uploads over one that shows a window per stream. All share one connection over HTTP/2, so that
 * neither the line nor the loss of packets explains more than noise.
 */
const STREAM_WINDOW_GAIN = 1.8;

/**
 * Fewest round trips of an upload that can show a window. A shorter one, as below a small limit of the proxy, waits for
 * its reply most of the time, so that four at the same time are faster without any window.
 */
export const SHOWN_ROUND_TRIPS = 4;

/**
 * Largest window of a stream that counts as too small, in bytes. nginx has 64 KiB by default, Apache too; the
 * advised 4 MiB is far above.
 */
const SMALL_STREAM_WINDOW_BYTES = MEBIBYTE / 2;

/**
 * Bytes per round trip that tell the window of Go's HTTP/2 server, which Caddy and Traefik use: 1 MiB for a
 * connection. The measured value scatters around it by a third.
 */
const GO_WINDOW_BYTES = { from: 0.65 * MEBIBYTE, to: 1.35 * MEBIBYTE } as const;

/**
 * Judges a measurement. Only the window of a connection has another explanation, a line that by chance carries
 * as much, so that its sentence calls it likely.
 */
export function judge(measurement: Measurement): Verdict {
  const [first, ...others] = findProblems(measurement);
  if (first) return { isFine: false, problems: [first, ...others] };
  return { isFine: true, fine: reasonWhyFine(measurement) };
}

function findProblems(measurement: Measurement): readonly Problem[] {
  const { one, refusedBytes, isBuffered, origins } = measurement;
  const proxy = programOf(measurement.proxy);
  const problems: Problem[] = [];
  const limit = findWindow(measurement);
  if (limit) problems.push(limit);
  for (const { origin, isReachable, protocol } of origins) {
    if (!isReachable) problems.push({ kind: 'originSilent', origin });
    else if (isShared(protocol)) problems.push({ kind: 'originShared', origin, proxy });
  }
  if (refusedBytes !== undefined)
    problems.push({ kind: 'bodyRefused', bytes: refusedBytes, proxy });
  else if (one === undefined) problems.push({ kind: 'tooSlow' });
  if (isBuffered) problems.push({ kind: 'buffered', proxy });
  return problems;
}

/** The HTTP/2 window that limits uploads; undefined if none does, or if uploads have a better way. */
function findWindow(measurement: Measurement): Problem | undefined {
  const { roundTripMs, protocol, one, several, oneTookMs } = measurement;
  if (protocol !== 'h2' || isTooNear(measurement)) return undefined;
  if (one === undefined || several === undefined) return undefined;
  if (usableOrigins(measurement).length > 0) return undefined;
  const proxy = programOf(measurement.proxy);
  const perRoundTrip = (bytesPerSecond: number) => (bytesPerSecond * roundTripMs) / 1000;
  const isTooShort = oneTookMs !== undefined && oneTookMs < roundTripMs * SHOWN_ROUND_TRIPS;
  if (
    !isTooShort &&
    several >= one * STREAM_WINDOW_GAIN &&
    perRoundTrip(one) <= SMALL_STREAM_WINDOW_BYTES
  ) {
    return { kind: 'streamWindow', one, several, proxy };
  }
  // The faster one is nearer to the window, because all else that happens to an upload slows it down.
  const fastest = Math.max(one, several);
  const window = perRoundTrip(fastest);
  // nginx has no window for the whole connection.
  const isOfGo = window >= GO_WINDOW_BYTES.from && window <= GO_WINDOW_BYTES.to;
  if (proxy === 'nginx' || !isOfGo) return undefined;
  return { kind: 'connectionWindow', fastest, roundTripMs, proxy };
}

function reasonWhyFine(measurement: Measurement): Fine {
  const { protocol, roundTripMs } = measurement;
  const origins = usableOrigins(measurement);
  if (origins.length > 0) return { kind: 'uploadOrigins', origins };
  if (protocol.startsWith('http/1')) return { kind: 'separateConnections' };
  if (protocol === 'h2' && isTooNear(measurement)) return { kind: 'tooNear', roundTripMs };
  return { kind: 'noLimit' };
}

const isTooNear = ({ quickestMs }: Measurement) => quickestMs < JUDGED_ROUND_TRIP_MS;

/** Addresses for uploads that answer, and on which requests do not share a connection. */
function usableOrigins({ origins }: Measurement): readonly string[] {
  return origins
    .filter(({ isReachable, protocol }) => isReachable && !isShared(protocol))
    .map(({ origin }) => origin);
}

/** True for protocols that send all requests through one connection. */
function isShared(protocol: string): boolean {
  return protocol === 'h2' || protocol === 'h3';
}

function programOf(header: string): ProxyProgram {
  if (/nginx|openresty/i.test(header)) return 'nginx';
  return /caddy/i.test(header) ? 'caddy' : 'other';
}
