import type { Endpoint } from '@satchel/api-client/endpoint';
import { serverMessage } from '@satchel/api-client/server-messages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOfRequest } from './request-context.ts';

/** Result of a handler for work that continues: `data` says where to read its state (202). */
export class StartedReply {
  readonly data: unknown;

  constructor(data: unknown) {
    this.data = data;
  }
}

/** Wraps data in an envelope, for the stream calls that answer with JSON. */
export function envelope(data: unknown, status: number, request: FastifyRequest) {
  return { ...commonMembers(undefined, request, status), data };
}

/**
 * Replies 201 with a new share, or with its link alone to a caller that accepts plain text, so that
 * `curl -T` and `curl -F` can print it (CONTRACT A4).
 */
export function replyWithShare(
  share: { readonly share_url: string },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.code(201);
  if (/^\s*text\/plain\b/.test(request.headers.accept ?? '')) {
    return reply.type('text/plain; charset=utf-8').send(`${share.share_url}\n`);
  }
  return reply.send(envelope(share, 201, request));
}

/**
 * Outcome that the reply's sentence describes; old clients show it if `success` is false (CONTRACT A5,
 * F0.1).
 */
function outcomeOf(endpoint: Endpoint | undefined, status: number) {
  if (status !== 202) return 'done';
  return endpoint?.mayBePartial ? 'partly' : 'started';
}

/** Body of a reply: data in its envelope, or alone if the endpoint says so. */
export function replyOf(
  endpoint: Endpoint,
  result: unknown,
  request: FastifyRequest,
  status: number,
): Record<string, unknown> {
  if (endpoint.flat) return result as Record<string, unknown>;
  const hasParts = endpoint.extras !== undefined || result instanceof StartedReply;
  const parts = hasParts ? (result as Record<string, unknown>) : { data: result };
  return { ...commonMembers(endpoint, request, status), ...parts };
}

/** Members of every envelope (CONTRACT A1). */
export function commonMembers(
  endpoint: Endpoint | undefined,
  request: FastifyRequest,
  status: number,
) {
  const outcome = outcomeOf(endpoint, status);
  const message = serverMessage(`reply.${outcome}`, languageOfRequest(request));
  return { success: outcome !== 'partly', code: status, message, requestId: request.id };
}
