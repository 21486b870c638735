import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { gives, type InputOf, type OutputOf, takes } from '../schema.ts';
import { timestamp } from './fields.ts';
import { removeEntries } from './file-system.ts';
import { copyEntries } from './file-system-copies.ts';
import { fs } from './routes.ts';

const feature = 'file-system';
const operationId = z.object({
  /** `operation_id` from the reply that started it. */
  id: z.string().min(1).max(64),
});

/** Identifies an operation. */
export interface OperationId extends InputOf<typeof operationId> {}

const params = takes<OperationId>()(operationId);

const operationFields = z.object({
  id: z.string(),
  kind: z.enum(['rename', 'copy', 'remove']),
  /**
   * State. A `cancelled` operation is undone as far as possible; files that were deleted stay deleted.
   */
  state: z.enum(['running', 'completed', 'failed', 'cancelled']),
  /** True from the cancellation until it has taken effect. */
  is_cancelling: z.boolean(),
  /** Progress in objects; `total` is null until they are counted, `bytes` is the size of `done`. */
  progress: z.object({
    done: z.int(),
    total: z.int().nullable(),
    skipped: z.int(),
    failed: z.int(),
    bytes: z.int(),
  }),
  /** ISO 8601, UTC. */
  created_at: timestamp,
  /** ISO 8601, UTC. Time of the last progress; for an ended operation, its end. */
  updated_at: timestamp,
  /** Data of the call itself; null while it runs, and for a rename. */
  result: z.union([copyEntries.data, removeEntries.data]).nullable(),
  /** Reason of a failure: an error code and its sentence. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});

/** Rename, copy or removal. It can be read for a day after its end. */
export interface Operation extends OutputOf<typeof operationFields> {}

export const operation = gives<Operation>(operationFields);

/** Reads the progress of a rename, copy or removal; for its caller and administrators. */
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
 * Cancels a rename, copy or removal. Copied files are removed again, deleted files stay deleted; a
 * rename that is already deleting the old files is finished. For an ended copy to another storage, this
 * gives up the files that the client has not copied, and frees their names.
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
