import { isApiError } from '@satchel/api-client/api-error';
import { MEASURED_BODY_LIMIT_BYTES } from '@satchel/api-client/contract/limits';
import { client } from '#shared/api/client.ts';
import { askUploadOrigin, STORE_PATH } from '#shared/uploads/ask-upload-origin.ts';
import { BodyRefused, measureUploads, medianOf, type SendBody } from './measure.ts';
import type { Measurement, UploadOrigin } from './verdict.ts';

export const STEPS = ['roundTrip', 'one', 'several', 'origins'] as const;
export type Step = (typeof STEPS)[number];

/** Number of small requests, after the first, which may open a connection. */
const ROUND_TRIPS = 7;
/** Bytes that `getRandomValues` gives at most. */
const RANDOM_BYTES = 65_536;
/** The browser reports a request a little after its reply. */
const TIMING_TIMEOUT_MS = 500;

/** Measures the way between this browser and the server. */
export async function measureConnection(
  signal: AbortSignal,
  onStep: (step: Step) => void,
): Promise<Measurement> {
  onStep('roundTrip');
  const near = await measureRoundTrips(signal);
  onStep('one');
  const uploads = await measureUploads(createSend(), near.roundTripMs, signal, () =>
    onStep('several'),
  );
  onStep('origins');
  return { ...near, ...uploads, origins: await askOrigins(signal) };
}

async function measureRoundTrips(
  signal: AbortSignal,
): Promise<Pick<Measurement, 'roundTripMs' | 'quickestMs' | 'protocol' | 'proxy'>> {
  let proxy = '';
  let asked = '';
  const ask = async () => {
    let elapsedMs = 0;
    await client.system.health(undefined, {
      signal,
      async fetch(input, init) {
        const request = new Request(input, init);
        asked = request.url;
        const startedMs = performance.now();
        const reply = await fetch(request, { cache: 'no-store' });
        elapsedMs = performance.now() - startedMs;
        proxy = reply.headers.get('server') ?? '';
        return reply;
      },
    });
    return elapsedMs;
  };
  await ask();
  const timesMs: number[] = [];
  while (timesMs.length < ROUND_TRIPS) timesMs.push(await ask());
  const protocol = await protocolOf(() => asked, ask);
  return { roundTripMs: medianOf(timesMs), quickestMs: Math.min(...timesMs), protocol, proxy };
}

/**
 * ALPN name of the protocol of a request; '' if the browser keeps it to itself. Observes instead of reading the
 * list of past requests, which is full after 250.
 */
async function protocolOf(url: () => string, request: () => Promise<unknown>): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      if (entry.name === url()) resolve(entry.nextHopProtocol);
    }
  });
  observer.observe({ type: 'resource' });
  try {
    await request();
    setTimeout(resolve, TIMING_TIMEOUT_MS, '');
    return await promise;
  } finally {
    observer.disconnect();
  }
}

/** Creates the function that sends random bytes, which no proxy can compress. */
function createSend(): SendBody {
  const pieces = Array.from({ length: MEASURED_BODY_LIMIT_BYTES / RANDOM_BYTES }, () =>
    crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)),
  );
  const random = new Blob(pieces, { type: 'application/octet-stream' });
  return async (bytes, signal) => {
    const startedMs = performance.now();
    const body = random.slice(0, bytes, random.type);
    try {
      const reply = await client.system.measureUpload({ body }, { signal });
      return { elapsedMs: performance.now() - startedMs, receivedInMs: reply.duration_ms };
    } catch (error) {
      if (isApiError(error) && error.status === 413) {
        throw new BodyRefused(error.message, { cause: error });
      }
      throw error;
    }
  };
}

async function askOrigins(signal: AbortSignal): Promise<readonly UploadOrigin[]> {
  const { origins } = await client.system.uploadOrigins({}, { signal });
  return Promise.all(origins.map((origin) => askOrigin(origin, signal)));
}

async function askOrigin(origin: string, signal: AbortSignal): Promise<UploadOrigin> {
  const url = origin + STORE_PATH;
  const ask = () => askUploadOrigin(origin, signal);
  try {
    return { origin, isReachable: true, protocol: await protocolOf(() => url, ask) };
  } catch {
    signal.throwIfAborted();
    return { origin, isReachable: false, protocol: '' };
  }
}
