import type { IncomingMessage } from 'node:http';
import { finished, type Readable, Transform } from 'node:stream';
import { AppError } from '#errors';
import {
  type CheckedUrl,
  createAddressGuard,
  type OwnAddresses,
  type Resolver,
  systemResolver,
} from './address-guard.ts';
import { createAllowList } from './allow-list.ts';
import { requestOnce, type SentBody } from './request-once.ts';
import { parseRedirect, parseSourceUrl } from './source-url.ts';

/** SECURITY 1: maximum number of redirects. */
const MAX_REDIRECTS = 5;

export interface SafeFetchLimits {
  /** From the call to the headers of the last answer, including DNS and redirects. */
  readonly headersTimeoutMs: number;
  /** Maximum pause of the source. */
  readonly idleTimeoutMs: number;
  /** From the call to the end of the body. */
  readonly totalTimeoutMs: number;
}

const DEFAULT_LIMITS: SafeFetchLimits = {
  headersTimeoutMs: 15_000,
  idleTimeoutMs: 15_000,
  totalTimeoutMs: 3_600_000,
};

export interface SafeFetchOptions {
  /** Hosts, addresses and networks that may be read although they are not public. */
  readonly allow: readonly string[];
  readonly resolve?: Resolver | undefined;
  readonly limits?: SafeFetchLimits | undefined;
}

export interface SafeRequest {
  readonly url: string;
  readonly method: 'GET' | 'HEAD';
  readonly own: OwnAddresses;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Call of a URL with a body, such as a webhook. */
export interface SafePost extends Pick<SafeRequest, 'url' | 'own' | 'signal'> {
  readonly sent: SentBody;
}

export interface SafeResponse {
  /** Address after the last redirect. */
  readonly url: URL;
  readonly status: number;
  /** Length that the source states; undefined if it states none. */
  readonly contentLength: number | undefined;
  header(name: string): string | undefined;
  /** Body as sent: compressed content stays compressed, so it cannot expand (SECURITY 1). */
  readonly body: Readable;
}

export type SafeFetch = ReturnType<typeof createSafeFetch>;

/**
 * Fetches URLs that callers name, and only public ones (SECURITY 1).
 *
 * Fails with `url_uploads.url_invalid`, `address_refused`, `source_unreachable`, `source_timeout` or
 * `file_shares.too_large`; the body fails with the last three.
 */
export function createSafeFetch({
  allow,
  resolve = systemResolver,
  limits = DEFAULT_LIMITS,
}: SafeFetchOptions) {
  const guard = createAddressGuard(createAllowList(allow), resolve);

  const follow = async (request: SafeRequest, signal: AbortSignal) => {
    const { method, own } = request;
    const { idleTimeoutMs } = limits;
    let url = parseSourceUrl(request.url);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const checked: CheckedUrl = await guard.check(url, own, signal);
      const response = await requestOnce(checked, { method, idleTimeoutMs, signal });
      const location = redirectOf(response);
      if (location === undefined) return { url, response };
      response.destroy();
      url = parseRedirect(location, url);
    }
    throw new AppError('url_uploads.source_unreachable', { cause: new Error('redirects') });
  };

  const inTime = async <Result>(
    caller: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    const { signal, stop } = withTimeout(caller, limits.headersTimeoutMs);
    try {
      return await work(signal);
    } catch (error) {
      throw toAppError(error, signal);
    } finally {
      stop();
    }
  };

  return {
    /** Checks an address without connecting to it. */
    async check({ url, own, signal }: Pick<SafeRequest, 'url' | 'own' | 'signal'>) {
      await inTime(signal, (until) => guard.check(parseSourceUrl(url), own, until));
    },
    /**
     * Sends a body and returns the status of the answer, whose body is not read. A redirect is an answer
     * like any other, because the body must not go to another address.
     */
    post: ({ url, own, sent, signal: caller }: SafePost): Promise<number> =>
      inTime(caller, async (signal) => {
        const checked = await guard.check(parseSourceUrl(url), own, signal);
        const { idleTimeoutMs } = limits;
        const response = await requestOnce(checked, {
          method: 'POST',
          sent,
          idleTimeoutMs,
          signal,
        });
        response.destroy();
        return response.statusCode ?? 0;
      }),
    /** Opens a source. The caller reads the body to its end or destroys it. */
    async open(request: SafeRequest): Promise<SafeResponse> {
      const total = withTimeout(request.signal, limits.totalTimeoutMs);
      const headers = withTimeout(total.signal, limits.headersTimeoutMs);
      try {
        const { url, response } = await follow(request, headers.signal);
        headers.stop();
        const contentLength = contentLengthOf(response);
        const body = limitBody(response, request.maxBytes, headers.signal, total.stop);
        const header = (name: string) => [response.headers[name]].flat()[0];
        return { url, status: response.statusCode ?? 0, contentLength, header, body };
      } catch (error) {
        total.stop();
        headers.stop();
        throw toAppError(error, headers.signal);
      }
    },
  };
}

/** Aborts with the caller, or with `source_timeout` after the timeout. */
function withTimeout(parent: AbortSignal, timeoutMs: number) {
  const controller = new AbortController();
  const expire = () => controller.abort(new AppError('url_uploads.source_timeout'));
  const timer = setTimeout(expire, timeoutMs);
  return {
    signal: AbortSignal.any([parent, controller.signal]),
    stop: () => clearTimeout(timer),
  };
}

function redirectOf({ statusCode, headers }: IncomingMessage): string | undefined {
  return [301, 302, 303, 307, 308].includes(statusCode ?? 0) ? headers.location : undefined;
}

/** Ignores an invalid length; Node's parser refuses most of them already. */
function contentLengthOf({ headers }: IncomingMessage): number | undefined {
  const length = Number(headers['content-length'] ?? Number.NaN);
  return Number.isSafeInteger(length) ? length : undefined;
}

/** Passes bytes on as they arrive, so that an endless body costs no memory. */
function limitBody(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
  onClose: () => void,
): Readable {
  let total = 0;
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      if (total <= maxBytes) return done(null, chunk);
      const details = { maxMegabytes: maxBytes / 1024 ** 2 };
      return done(new AppError('file_shares.too_large', { details }));
    },
  });
  // The consumer reports a failure; without a listener it would end the process.
  body.on('error', () => undefined);
  body.once('close', () => {
    onClose();
    response.destroy();
  });
  finished(response, (error) => {
    if (error) body.destroy(toAppError(error, signal));
  });
  response.pipe(body);
  return body;
}

function toAppError(error: unknown, signal: AbortSignal): AppError {
  if (error instanceof AppError) return error;
  if (signal.aborted && signal.reason instanceof AppError) return signal.reason;
  return new AppError('url_uploads.source_unreachable', { cause: error });
}
