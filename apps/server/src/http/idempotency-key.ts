import type { Endpoint } from '@satchel/api-client/endpoint';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#errors';
import type { KeptReply, RepeatedCalls } from '#repeated-calls/repeated-calls.ts';
import type { Caller } from '#security/caller.ts';

const MAX_KEY_LENGTH = 255;

/**
 * Does what a call asks for, once for each `Idempotency-Key` where the call honours one. With a key, `work`
 * gets the id of what it makes; see {@link RepeatedCalls.once}.
 */
export function replyOnce(
  repeatedCalls: RepeatedCalls,
  endpoint: Endpoint,
  caller: Caller,
  request: FastifyRequest,
  work: (onceId?: string) => Promise<KeptReply>,
): Promise<KeptReply> {
  const key = endpoint.honoursIdempotencyKey ? request.headers['idempotency-key'] : undefined;
  if (key === undefined) return work();
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_LENGTH) {
    throw new AppError('request.malformed');
  }
  const { method, url, body } = request;
  const content = JSON.stringify([method, url, body ?? null]);
  return repeatedCalls.once({ caller: nameOf(caller), key, content }, work);
}

function nameOf(caller: Caller): string {
  return caller.kind === 'anonymous' ? caller.kind : `${caller.kind}:${caller.id}`;
}
