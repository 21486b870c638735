import { type OperationContext, requireBucket } from '../operation.ts';
import { invalidArgument, S3Error } from '../s3-error.ts';
import type { Bucket } from '../store/bucket.ts';
import type { Upload } from '../store/bucket-state.ts';

export const MAX_PART_NUMBER = 10_000;

/** Finds an upload by key and id: an id is valid only with the key that it was started for. */
export function requireUpload(upload: Upload | undefined, key: string): Upload {
  if (upload === undefined || upload.key !== key) throw new S3Error('NoSuchUpload');
  return upload;
}

export function findUpload(context: OperationContext): { bucket: Bucket; upload: Upload } {
  const bucket = requireBucket(context);
  const id = context.query.get('uploadId') ?? '';
  return { bucket, upload: requireUpload(bucket.uploads.get(id), context.target.key) };
}

export function readPartNumber(context: OperationContext): number {
  const text = context.query.get('partNumber') ?? '';
  const partNumber = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (partNumber < 1 || partNumber > MAX_PART_NUMBER) {
    throw invalidArgument(
      'partNumber',
      text,
      `Part number must be an integer between 1 and ${MAX_PART_NUMBER}, inclusive`,
    );
  }
  return partNumber;
}
