import { withTimeout } from './clock.ts';
import { httpError, UploadError } from './errors.ts';
import type { UploadJob } from './job.ts';
import type { PlannedPart } from './part-plan.ts';
import type { ReadableUpload, SendResponse, SignedPart } from './ports.ts';
import { withRetries } from './retry.ts';
import type { UploadSession } from './upload-session.ts';
import type { UrlWindow } from './url-window.ts';

/** So often is a URL renewed for one part because the store said 403; then 403 is the answer. */
const MAX_RENEWALS = 3;

/** Sends one part until it is there, and returns its ETag. */
export function sendPart(
  job: UploadJob,
  session: UploadSession,
  urls: UrlWindow,
  part: PlannedPart,
  signal: AbortSignal,
): Promise<string> {
  let renewals = 0;

  async function attempt(): Promise<string> {
    for (;;) {
      const signed = await urls.urlFor(part.partNumber);
      const response = await putPart(job, session.upload, signed, signal);
      const serverTimeMs = readTime(response, 'date');
      // CORS hides the Date header unless the store exposes it. It is cut to seconds, so one is
      // added: rather early than late.
      if (serverTimeMs) session.skewMs = serverTimeMs + 1000 - job.clock.now();
      // Expired or revoked: a new URL is no retry, as the part itself did nothing wrong.
      if (response.status === 403 && renewals < MAX_RENEWALS) {
        renewals += 1;
        urls.discard(signed);
        continue;
      }
      return readEtag(job, response, part);
    }
  }

  async function attemptConnected(): Promise<string> {
    // Signed before a connection is taken, so that none is held while the server is asked.
    await urls.urlFor(part.partNumber);
    return job.connections.run(job.priority, signal, attempt);
  }

  return withRetries(job, 'part_failed', signal, attemptConnected, part.partNumber);
}

/** One PUT, cut when it takes too long or stands still. */
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
        // What is still reported of a try that is over is of no interest.
        if (isOver) return;
        cancelStall();
        if (send.reportsProgress) cancelStall = clock.after(stallTimeoutMs, () => cut('stalled'));
        job.progress.move(partNumber, sentBytes);
      }

      // From here on a stall and the rate are measured.
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
  // SPEC 5: no part counts as uploaded without its ETag.
  if (!etag) throw new UploadError('missing_etag', { partNumber, status });
  job.progress.move(partNumber, end - start);
  return etag;
}

/** RFC 9110, section 10.2.3: seconds, or a date by the store's clock. */
function readRetryAfter({ clock }: UploadJob, response: SendResponse): number | undefined {
  const delayMs =
    Number(response.headers.get('retry-after')) * 1000 ||
    readTime(response, 'retry-after') - (readTime(response, 'date') || clock.now());
  return delayMs > 0 ? delayMs : undefined;
}

function readTime({ headers }: SendResponse, name: string): number {
  return Date.parse(headers.get(name) ?? '');
}
