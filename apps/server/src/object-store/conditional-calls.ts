import { AppError } from '#errors';
import { bareEtag } from './etag.ts';
import { hasName, statusOf, translateS3Error } from './s3/s3-errors.ts';

/**
 * Calls that some storages make conditional: PutObject, CompleteMultipartUpload, CopyObject,
 * DeleteObject.
 */
export const CONDITIONAL_CALLS = ['put', 'complete', 'copy', 'delete'] as const;
export type ConditionalCall = (typeof CONDITIONAL_CALLS)[number];

/** Condition of a write: the name must have an object with this ETag, or none. */
export type Expected = { readonly etag: string } | 'absent';

/**
 * Headers of a conditional write; none if the storage does not honour them in this call. ETags are sent
 * without quotes, because Ceph 16 compares only those, and other storages accept them.
 */
export function conditionOf(
  honoured: ReadonlySet<ConditionalCall>,
  call: ConditionalCall,
  expected: Expected | undefined,
): { readonly IfMatch?: string; readonly IfNoneMatch?: string } {
  if (expected === undefined || !honoured.has(call)) return {};
  return expected === 'absent' ? { IfNoneMatch: '*' } : { IfMatch: bareEtag(expected.etag) };
}

/**
 * True if a storage refused a conditional write. Storages answer If-Match with `NoSuchKey` if the name
 * has no object.
 */
export function isRefusedCondition(error: unknown): boolean {
  return statusOf(error) === 412 || hasName(error, 'ConditionalRequestConflict', 'NoSuchKey');
}

interface Attempted {
  readonly $metadata?: { readonly attempts?: number };
}

/**
 * Translates the failure of a conditional write. After a retry a refusal proves nothing, because the
 * second attempt may have met the object of the first.
 */
export function translateConditional(error: unknown, expected: Expected | undefined): AppError {
  if (expected === undefined || !isRefusedCondition(error)) return translateS3Error(error);
  const { attempts = 1 } = (error as Attempted).$metadata ?? {};
  const code = attempts > 1 ? 'storage.unavailable' : 'file_system.changed';
  return new AppError(code, { cause: error });
}
