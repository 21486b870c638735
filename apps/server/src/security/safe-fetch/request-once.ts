import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AppError } from '#errors';
import type { CheckedUrl } from './address-guard.ts';

/** RFC 9110 5.4 sets no limit; Node's own is as large. */
const MAX_HEADER_BYTES = 16 * 1024;

/** Body of a POST with the headers that describe it. */
export interface SentBody {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface RequestOptions {
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** Only for a POST. */
  readonly sent?: SentBody | undefined;
  /** Maximum pause of the source. */
  readonly idleTimeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Sends one request to a checked address, with nothing from the caller (SECURITY 1): no header, no
 * credential, no cookie, no proxy of the environment and no reused connection. The body of a POST is the
 * server's own.
 */
export async function requestOnce(
  { url, addresses }: CheckedUrl,
  { method, sent, idleTimeoutMs, signal }: RequestOptions,
): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const answer = Promise.withResolvers<IncomingMessage>();
  const request = send(url, {
    method,
    agent: false,
    lookup: answerWith(addresses),
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
    headers: {
      ...sent?.headers,
      accept: '*/*',
      'accept-encoding': 'identity',
      'user-agent': 'Satchel',
    },
  });
  let response: IncomingMessage | undefined;
  const watch = () => {
    request.setTimeout(idleTimeoutMs, () => {
      // Does not count a pause while the reader is slow and the buffer is full.
      if (response && response.readableLength >= response.readableHighWaterMark) watch();
      else request.destroy(new AppError('url_uploads.source_timeout'));
    });
  };
  watch();
  request.once('response', (incoming) => {
    response = incoming;
    answer.resolve(incoming);
  });
  // Also handles errors after the answer, because an unhandled one would end the process.
  request.on('error', (error) => {
    response?.destroy(error);
    answer.reject(error);
  });
  request.once('upgrade', (_response, socket) => socket.destroy());
  request.once('close', () => answer.reject(new Error('closed without an answer')));
  request.end(sent?.text);
  return answer.promise;
}

/** Replaces Node's DNS lookup with the checked addresses, so that the name is not resolved twice. */
function answerWith(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    const [first] = answers;
    if (options.all === true) callback(null, answers);
    else callback(null, first?.address ?? '', first?.family ?? 0);
  };
}
