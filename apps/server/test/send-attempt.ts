import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface AttemptReply {
  readonly status: number;
  /** Seconds; NaN if the reply states none. */
  readonly retryAfter: number;
  readonly body: string;
}

export interface Attempt {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** Loopback address of the sender. */
  readonly from?: string;
}

/** Tries a secret from a chosen source address, which `fetch` cannot do. */
export async function sendAttempt(url: string, attempt: Attempt): Promise<AttemptReply> {
  const call = request(url + attempt.path, {
    method: attempt.method ?? 'POST',
    localAddress: attempt.from ?? '127.0.0.1',
    headers: { 'content-type': 'application/json', ...attempt.headers },
  });
  call.end(attempt.body === undefined ? undefined : JSON.stringify(attempt.body));
  const [response] = await once(call, 'response');
  return {
    status: response.statusCode,
    retryAfter: Number(response.headers['retry-after']),
    body: await text(response),
  };
}

export const logInWith = (
  username: string,
  password: string,
  more: Partial<Attempt> = {},
): Attempt => ({ path: '/api/admin/login', body: { username, password }, ...more });

export const unlockWith = (
  slug: string,
  password: string,
  more: Partial<Attempt> = {},
): Attempt => ({ path: `/api/paste/${slug}`, body: { password }, ...more });

export const checkKey = (authorization: string, from: string): Attempt => ({
  method: 'GET',
  path: '/api/test/api-key',
  headers: { authorization },
  from,
});
