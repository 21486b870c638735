import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { gives, type InputOf, type OutputOf, takes } from '../schema.ts';
import { timestamp } from './fields.ts';
import { removeEntries } from './file-system.ts';
import { copyEntries } from './file-system-copies.ts';
import { fs } from './routes.ts';

const feature = 'file-system';
const operationId = z.object({
  /** `operation_id` of the reply that began it. */
  id: z.string().min(1).max(64),
});

/** Says which change is meant. */
export interface OperationId extends InputOf<typeof operationId> {}

const params = takes<OperationId>()(operationId);

const operationFields = z.object({
  id: z.string(),
  kind: z.enum(['rename', 'copy', 'remove']),
  /** `cancelled` is taken back as far as that is possible; a removal stays where it was. */
  state: z.enum(['running', 'completed', 'failed', 'cancelled']),
  /** True from the moment that it is cancelled until that has come into force. */
  is_cancelling: z.boolean(),
  /** In objects; `total` is null while nobody has counted them, `bytes` are those of `done`. */
  progress: z.object({
    done: z.int(),
    total: z.int().nullable(),
    skipped: z.int(),
    failed: z.int(),
    bytes: z.int(),
  }),
  /** ISO 8601, UTC. */
  created_at: timestamp,
  /** ISO 8601, UTC. Last sign of life; of one that is over, its end. */
  updated_at: timestamp,
  /** The data that the call itself answers with; null before, and of a rename. */
  result: z.union([copyEntries.data, removeEntries.data]).nullable(),
  /** Why it failed: a code of the error table and its sentence. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});

/** A rename, copy or removal. It is kept for a day after its end. */
export interface Operation extends OutputOf<typeof operationFields> {}

export const operation = gives<Operation>(operationFields);

/** How far a rename, copy or removal is; for who began it, and the administrator. */
export const getOperation = endpoint({
  ...fs.operation,
  access: 'mount',
  feature,
  summary: 'How far a long change of files is',
  params,
  data: operation,
  errors: ['file_system.operation_unknown'],
});

/**
 * Cancels a rename, copy or removal. What has been copied is taken back, what has been deleted is
 * gone; a rename that is already deleting the old files is finished. Of a copy to another storage that
 * is over, what the caller has not carried is given up, and its names are free.
 */
export const cancelOperation = endpoint({
  ...fs.cancelOperation,
  access: 'mount',
  feature,
  summary: 'Cancel a long change of files',
  params,
  data: operation,
  errors: ['file_system.operation_unknown'],
});
