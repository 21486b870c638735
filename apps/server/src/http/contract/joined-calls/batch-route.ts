import { runBatch } from '@satchel/api-client/contract/batch';
import { forEachAtOnce } from '#concurrency/for-each-at-once.ts';
import { AppError } from '#errors';
import { errorReplyOf } from '../error-handler.ts';
import { type HttpDependencies, mountEndpoint } from '../mount-endpoint.ts';
import type { BatchedReply } from './batched-calls.ts';

/** Calls of one batch that run at a time. Enough that their rows are written together. */
const CONCURRENT_CALLS = 16;

/** Mounts the call that makes several calls, each with a reply of its own (docs/api.md). */
export function batchRoute(http: HttpDependencies): void {
  mountEndpoint(http, runBatch, async ({ caller, body, request, reply }) => {
    const replies: BatchedReply[] = [];
    await forEachAtOnce(body.calls, CONCURRENT_CALLS, async (call, index) => {
      try {
        const make = http.batchedCalls.get(call.path);
        if (!make) throw new AppError('request.not_found');
        replies[index] = await make(caller, call.body, request, reply);
      } catch (error) {
        replies[index] = errorReplyOf(error as Error, request, reply);
      }
    });
    return { replies };
  });
}
