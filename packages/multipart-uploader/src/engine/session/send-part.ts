import { httpError, UploadError } from '../errors.ts';
import type { ReadableUpload, SendResponse, SignedPart } from '../ports.ts';
import { withTimeout } from '../timing/clock.ts';
import type { Slots } from '../timing/queue.ts';
import { withRetries } from '../timing/retry.ts';
import type { UploadJob } from './job.ts';
import type { PlannedPart } from './part-plan.ts';
import type { UploadSession } from './upload-session.ts';
import type { UrlWindow } from './url-window.ts';

/** How often a part gets a new URL after a 403, which may mean that the old one expired. */
const MAX_RENEWALS = 3;

/**
 * Sends one part, with retries, and returns its ETag.
 *
 * Retries of a file's parts go one at a time: on a slow link that is cut again and again, several at
 * once would all be cut before their ends.
 *
 * @param retrying one slot, the same for all parts of the file
 */
export async function sendPart(
  job: UploadJob,
  session: UploadSession,
  urls: UrlWindow,
  part: PlannedPart,
  signal: AbortSignal,
  retrying: Slots,
): Promise<string> {
  const { partNumber } = part;
  let renewals = 0;

  async function attempt(): Promise<string> {
    for (;;) {
      const signed = await urls.urlFor(partNumber);
      const response = await putPart(job, session.upload, signed, signal);
      const serverTimeMs = readTime(response, 'date');
      // The Date header is there only where the store's CORS rules expose it. It has whole seconds;
      // one is added, so that URLs are renewed too early rather than too late.
      if (serverTimeMs) session.skewMs = serverTimeMs + 1000 - job.clock.now();
      // The URL has expired or was revoked. Asking for a new one does not count as a retry.
      if (response.status === 403 && renewals < MAX_RENEWALS) {
        renewals += 1;
        urls.discard(signed);
        continue;
      }
      return readEtag(job, response, part);
    }
  }

  async function attemptConnected(retry: number): Promise<string> {
    // The URL is asked for first, so that no connection is held while the server signs.
    await urls.urlFor(partNumber);
    const connect = () => job.connections.run(job.priority, signal, attempt);
    return retry ? retrying.run(job.priority, signal, connect) : connect();
  }

  return withRetries(job, 'part_failed', signal, attemptConnected, partNumber);
}

/** One PUT, aborted when it takes too long or makes no progress. */
async function putPart(
  job: UploadJob,
  upload: ReadableUpload,
  { partNumber, url, headers = {} }: SignedPart,
  signal: AbortSignal,
): Promise<SendResponse> {
  const { clock, send, partTimeoutMs, stallTimeoutMs } = job;
  const body = upload.slice(partNumber);
  let cancelStall = (): void => {};
  let isOver = false;

  try {
    return await withTimeout(clock, partTimeoutMs, signal, (limit, cut) => {
      function onProgress(sentBytes: number): void {
        // Progress events that arrive after the try is over are ignored.
        if (isOver) return;
        cancelStall();
        if (send.reportsProgress) cancelStall = clock.after(stallTimeoutMs, () => cut('stalled'));
        job.progress.move(partNumber, sentBytes);
      }

      // From here on, stalls and the rate are measured.
      onProgress(0);
      return send.put({ url, headers, body, signal: limit, onProgress });
    });
  } finally {
    isOver = true;
    cancelStall();
  }
}

function readEtag(job: UploadJob, response: SendResponse, part: PlannedPart): string {
  const { status, headers } = response;
  const { partNumber, start, end } = part;
  if (status === 404) throw new UploadError('no_such_upload', { partNumber, status });
  if (status < 200 || status > 299) {
    const retryAfterMs = readRetryAfter(job, response);
    throw httpError(status, { partNumber, retryAfterMs });
  }
  const etag = headers.get('etag');
  // A part without an ETag cannot be completed, and trying again would not bring one.
  if (!etag) throw new UploadError('missing_etag', { partNumber, status });
  job.progress.move(partNumber, end - start);
  return etag;
}

/** The time that `Retry-After` asks for: seconds, or a date by the store's clock (RFC 9110 10.2.3). */
function readRetryAfter({ clock }: UploadJob, response: SendResponse): number | undefined {
  const delayMs =
    Number(response.headers.get('retry-after')) * 1000 ||
    readTime(response, 'retry-after') - (readTime(response, 'date') || clock.now());
  return delayMs > 0 ? delayMs : undefined;
}

function readTime({ headers }: SendResponse, name: string): number {
  return Date.parse(headers.get(name) ?? '');
}
