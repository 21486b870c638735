import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, DeliveryCaller } from '#security/caller.ts';

/** Reply to one call of a batch, as the call alone would have it. */
export interface BatchedReply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Makes a call for a caller that is known already; checks rights and input as its own route does. */
type BatchedCall = (
  caller: Caller | DeliveryCaller,
  body: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<BatchedReply>;

/** Calls that a batch may contain, by their paths. */
export type BatchedCalls = Map<string, BatchedCall>;
