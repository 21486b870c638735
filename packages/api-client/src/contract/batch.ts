import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { gives, type InputOf, type OutputOf, takes } from '../schema.ts';
import { MAX_BATCHED_CALLS } from './limits.ts';
import { batches } from './routes.ts';

const batchedCall = z.object({
  /** Path of a `POST` that may be in a batch, such as `/api/s3/commit`. */
  path: z.string().max(100),
  /** Body of the call; its own rules apply. */
  body: z.record(z.string(), z.unknown()),
});

/** Call in a batch. */
export interface BatchedCall extends InputOf<typeof batchedCall> {}

const batchBody = z.object({
  /** 1 to 100 calls. They run side by side, so that none may need the result of another. */
  calls: z.array(takes<BatchedCall>()(batchedCall)).min(1).max(MAX_BATCHED_CALLS),
});

/** Calls to make by one request. */
export interface Batch extends InputOf<typeof batchBody> {}

const batchedReply = z.object({
  /** HTTP status that the call alone would have had. */
  status: z.int(),
  /** Reply that the call alone would have had. */
  body: z.record(z.string(), z.unknown()),
});

/** Reply to a call in a batch. */
export interface BatchedReply extends OutputOf<typeof batchedReply> {}

const batchReply = z.object({
  /** Replies in the order of the calls. */
  replies: gives<BatchedReply[]>(z.array(batchedReply)),
});

/** Replies to the calls of a batch. */
export interface BatchReply extends OutputOf<typeof batchReply> {}

/**
 * Makes several calls by one request; each succeeds or fails on its own. For calls that begin and end
 * uploads: `presign`, `commit` and the multipart calls of file shares and of the file system.
 */
export const runBatch = endpoint({
  ...batches.run,
  access: 'authenticated',
  acceptsUploadToken: true,
  feature: 'batches',
  honoursIdempotencyKey: true,
  bodyLimitBytes: 4 * 1024 * 1024,
  summary: 'Begin or end up to 100 uploads by one request',
  body: takes<Batch>()(batchBody),
  data: gives<BatchReply>(batchReply),
  errors: ['upload_requests.token_invalid', 'upload_requests.expired'],
});
