import { AppError } from '#errors';
import { bareEtag } from './etag.ts';
import { hasName, statusOf, translateS3Error } from './s3/s3-errors.ts';

/** Calls that some storages make conditional: PutObject, CompleteMultipartUpload, CopyObject, DeleteObject. */
export const CONDITIONAL_CALLS = ['put', 'complete', 'copy', 'delete'] as const;
export type ConditionalCall = (typeof CONDITIONAL_CALLS)[number];

/** Condition of a write: an object with this ETag under the name, or none. */
export type Expected = { readonly etag: string } | 'absent';

/**
 * Headers of a conditional write; none where the storage does not honour them in this call. Ceph 16
 * compares ETags without quotes only, and the others take them so too.
 */
export function conditionOf(
  honoured: ReadonlySet<ConditionalCall>,
  call: ConditionalCall,
  expected: Expected | undefined,
): { readonly IfMatch?: string; readonly IfNoneMatch?: string } {
  if (expected === undefined || !honoured.has(call)) return {};
  return expected === 'absent' ? { IfNoneMatch: '*' } : { IfMatch: bareEtag(expected.etag) };
}

/** Whether a storage refused a conditional write; `NoSuchKey` is what If-Match meets where no object is. */
export function isRefusedCondition(error: unknown): boolean {
  return statusOf(error) === 412 || hasName(error, 'ConditionalRequestConflict', 'NoSuchKey');
}

interface Attempted {
  readonly $metadata?: { readonly attempts?: number };
}

/**
 * Translates the failure of a conditional write. After a repeated attempt a refusal says nothing,
 * because the first may have written what the second met.
 */
export function translateConditional(error: unknown, expected: Expected | undefined): AppError {
  if (expected === undefined || !isRefusedCondition(error)) return translateS3Error(error);
  const { attempts = 1 } = (error as Attempted).$metadata ?? {};
  const code = attempts > 1 ? 'storage.unavailable' : 'file_system.changed';
  return new AppError(code, { cause: error });
}
