import { httpError, UploadError } from '../errors.ts';
import { PART_SIZE_BYTES } from '../limits.ts';
import type { SendResponse, SignedPart } from '../ports.ts';
import { withTimeout } from '../timing/clock.ts';
import type { Slots } from '../timing/queue.ts';
import { withRetries } from '../timing/retry.ts';
import type { UploadJob } from './job.ts';
import type { PlannedPart } from './part-plan.ts';
import type { UploadSession } from './upload-session.ts';
import type { UrlWindow } from './url-window.ts';

/** Lanes of one file. */
export interface Lanes {
  /** One slot, in which retries take turns. */
  readonly retrying: Slots;
  /** Opens more, up to a number. */
  readonly open: (count: number) => void;
}

/** Number of new URLs that a part gets after a 403, because the old URL may have expired. */
const MAX_RENEWALS = 3;

/**
 * Sends one part, with retries, and returns its ETag.
 *
 * Retries of a file's parts run one at a time, because on a slow connection that often breaks, several
 * concurrent ones would all break before they end.
 */
export async function sendPart(
  job: UploadJob,
  session: UploadSession,
  urls: UrlWindow,
  part: PlannedPart,
  signal: AbortSignal,
  lanes: Lanes,
): Promise<string> {
  const { partNumber } = part;
  let renewals = 0;

  async function attempt(): Promise<string> {
    for (;;) {
      const signed = await urls.urlFor(partNumber);
      const response = await putPart(job, session, signed, signal);
      const serverTimeMs = readTime(response, 'date');
      // The Date header is visible only if the store's CORS rules expose it. It has whole seconds; one is
      // added, so that URLs are renewed too early rather than too late.
      if (serverTimeMs) session.skewMs = serverTimeMs + 1000 - job.clock.now();
      const isStored = signed.commits && response.headers.get('etag');
      if (isStored) session.reply = await response.text?.();
      // The URL has expired or was revoked. A new one does not count as a retry.
      else if (response.status === 403 && renewals < MAX_RENEWALS) {
        renewals += 1;
        urls.discard(signed);
        continue;
      }
      return readEtag(job, response, part, isStored ? 200 : response.status);
    }
  }

  async function attemptConnected(retry: number): Promise<string> {
    // Gets the URL first, so that no connection is occupied while the server signs.
    const { url } = await urls.urlFor(partNumber);
    const queue = job.connections.queueFor(url, part.end - part.start);
    lanes.open(job.connections.partsOfFile(url));
    const connect = () =>
      queue.run(job.priority, signal, () => {
        job.onPart(partNumber, 'uploading');
        return attempt();
      });
    return retry ? lanes.retrying.run(job.priority, signal, connect) : connect();
  }

  return withRetries(job, 'part_failed', signal, attemptConnected, partNumber);
}

/** One PUT, aborted when it exceeds its timeout or stalls. */
async function putPart(
  job: UploadJob,
  session: UploadSession,
  { partNumber, url, headers = {} }: SignedPart,
  signal: AbortSignal,
): Promise<SendResponse> {
  const { clock, send, partTimeoutMs } = job;
  const { patienceMs = job.stallTimeoutMs } = session;
  const body = session.upload.slice(partNumber);
  const timeoutMs = partTimeoutMs * Math.max(1, body.size / PART_SIZE_BYTES);
  const shared = job.connections.sharedBy(url);
  let cancelStall = (): void => {};
  let isOver = false;
  let sent = 0;

  try {
    const response = await withTimeout(clock, timeoutMs, signal, (limit, cut) => {
      function watchStall(delayMs: number): void {
        cancelStall = clock.after(delayMs, () => {
          // A part without progress may only wait while its connection sends the others.
          const leftMs = shared ? shared.progressAtMs + patienceMs - clock.now() : 0;
          if (leftMs > 0) return watchStall(leftMs);
          // On a slow line all bytes may long have been handed over, and the next attempt would be cut, too.
          session.patienceMs = Math.max(session.patienceMs ?? 0, 2 * patienceMs);
          cut('stalled');
        });
      }

      function onProgress(sentBytes: number): void {
        // Ignores progress events that arrive after the attempt has ended.
        if (isOver) return;
        if (shared && sentBytes > 0) {
          shared.progressAtMs = clock.now();
          shared.parts.sent(sentBytes - sent);
          sent = sentBytes;
        }
        cancelStall();
        // Buffers on the way may have taken all of it, and another attempt would have to pass them again.
        const isHandedOver = sentBytes >= body.size && sentBytes > 0;
        if (send.reportsProgress) watchStall(isHandedOver ? 2 * patienceMs : patienceMs);
        job.progress.move(partNumber, sentBytes);
      }

      // Starts the stall timer and the rate measurement.
      onProgress(0);
      return send.put({ url, headers, body, signal: limit, onProgress });
    });
    // Not every sender reports its progress.
    shared?.parts.sent(body.size - sent);
    return response;
  } catch (error) {
    if (!signal.aborted) shared?.parts.broke();
    throw error;
  } finally {
    isOver = true;
    cancelStall();
  }
}

function readEtag(
  job: UploadJob,
  response: SendResponse,
  part: PlannedPart,
  status: number,
): string {
  const { partNumber, start, end } = part;
  if (status === 404) throw new UploadError('no_such_upload', { partNumber, status });
  if (status < 200 || status > 299) {
    const retryAfterMs = readRetryAfter(job, response);
    throw httpError(status, { partNumber, retryAfterMs });
  }
  const etag = response.headers.get('etag');
  // A part without an ETag cannot be completed, and a retry would not provide one.
  if (!etag) throw new UploadError('missing_etag', { partNumber, status });
  job.progress.move(partNumber, end - start);
  return etag;
}

/** Delay of a `Retry-After` header: seconds, or a date by the store's clock (RFC 9110 10.2.3). */
function readRetryAfter({ clock }: UploadJob, response: SendResponse): number | undefined {
  const delayMs =
    Number(response.headers.get('retry-after')) * 1000 ||
    readTime(response, 'retry-after') - (readTime(response, 'date') || clock.now());
  return delayMs > 0 ? delayMs : undefined;
}

function readTime({ headers }: SendResponse, name: string): number {
  return Date.parse(headers.get(name) ?? '');
}
