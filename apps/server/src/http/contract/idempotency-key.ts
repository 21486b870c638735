import type { Endpoint } from '@satchel/api-client/endpoint';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#errors';
import type { KeptReply, RepeatedCalls } from '#repeated-calls/repeated-calls.ts';
import type { Caller, DeliveryCaller } from '#security/caller.ts';

const MAX_KEY_LENGTH = 255;

/**
 * Runs the work of a call, once for each `Idempotency-Key` if the endpoint honours that header. With a
 * key, `work` gets the id of the item to create; see {@link RepeatedCalls.once}.
 *
 * @param versionOf returns the version of the call's subject; a key of another version is unknown
 */
export async function replyOnce(
  repeatedCalls: RepeatedCalls,
  endpoint: Endpoint,
  caller: Caller | DeliveryCaller,
  request: FastifyRequest,
  work: (onceId?: string) => Promise<KeptReply>,
  versionOf: () => Promise<string>,
): Promise<KeptReply> {
  const key = endpoint.honoursIdempotencyKey ? request.headers['idempotency-key'] : undefined;
  if (key === undefined) return replyToForwarded(repeatedCalls, request, work);
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_LENGTH) {
    throw new AppError('request.malformed');
  }
  const { method, url, body } = request;
  const content = JSON.stringify([method, url, body ?? null]);
  const version = await versionOf();
  return repeatedCalls.once(
    {
      caller: nameOf(caller),
      stranger: caller.kind === 'anonymous' ? request.ip : undefined,
      key: version === '' ? key : `${key} ${version}`,
      content,
    },
    work,
  );
}

/** Methods that nginx repeats at another upstream if the first fails after it got the request. */
const REPEATED_METHODS = new Set([
  ...['PUT', 'DELETE', 'COPY', 'MOVE', 'MKCOL', 'PROPPATCH', 'UNLOCK'],
]);
const CONDITIONS = ['if', 'if-match', 'if-none-match'];
/** Headers that influence the effect of a request. */
const TELLING_HEADERS = [
  ...CONDITIONS,
  'destination',
  'overwrite',
  'depth',
  'lock-token',
  'content-length',
  'content-type',
  'content-range',
];

/** True if a trusted proxy has named this write and may repeat it. */
export function isRepeatedByProxies({ method, headers, id }: FastifyRequest): boolean {
  return REPEATED_METHODS.has(method) && headers['x-request-id'] === id;
}

/**
 * Runs a write once, even if a trusted proxy repeats it. The proxy sends the same `X-Request-Id` each
 * time; ids from other clients are not trusted.
 */
export function replyToForwarded<Reply extends object>(
  repeatedCalls: RepeatedCalls,
  request: FastifyRequest,
  work: () => Promise<Reply>,
): Promise<Reply> {
  if (!isRepeatedByProxies(request)) return work();
  const { method, url, body, headers, id } = request;
  const caller = JSON.stringify([headers.authorization, headers['x-custom-auth-key']]);
  const content = JSON.stringify([
    ...[method, url, body ?? null],
    TELLING_HEADERS.map((name) => headers[name] ?? null),
  ]);
  const hasOtherBody = body === undefined && ['PUT', 'PROPPATCH'].includes(method);
  const isConditional = CONDITIONS.some((name) => headers[name] !== undefined);
  const isIdempotent = hasOtherBody && method === 'PUT' && !isConditional;
  const call = { caller, key: id, content, hasOtherBody, isIdempotent };
  return repeatedCalls.forwarded(call, work);
}

function nameOf(caller: Caller | DeliveryCaller): string {
  return caller.kind === 'anonymous' ? caller.kind : `${caller.kind}:${caller.id}`;
}
