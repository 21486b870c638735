import { findBucket, type OperationContext } from '../operation.ts';
import { invalidArgument, S3Error } from '../s3-error.ts';
import type { Bucket, PinnedObject } from '../store/bucket.ts';
import { fromByteKey } from '../store/byte-key.ts';
import { checkCopySourceConditions } from './conditions.ts';
import { decodePercents } from './parse-target.ts';

export interface CopySource extends PinnedObject {
  readonly bucket: Bucket;
}

/** Finds what `x-amz-copy-source` names and checks its conditions. The caller releases it. */
export async function pinCopySource(context: OperationContext): Promise<CopySource> {
  const { headers } = context.request;
  const { bucketName, key } = parseCopySource(headers['x-amz-copy-source'] ?? '');
  const bucket = findBucket(context.store, bucketName);
  const pinned = await bucket.pin(key);
  if (pinned === undefined) {
    throw new S3Error('NoSuchKey', undefined, { details: { Key: fromByteKey(key) } });
  }
  try {
    checkCopySourceConditions(headers, pinned.record);
  } catch (error) {
    pinned.release();
    throw error;
  }
  return { ...pinned, bucket };
}

export function parseCopySource(header: string): { bucketName: string; key: string } {
  const [path = '', query] = header.split('?', 2);
  if (query !== undefined && query !== 'versionId=null') {
    throw new S3Error('NotImplemented', 'There are no versions');
  }
  const decoded = decodePercents(path).replace(/^\//, '');
  const at = decoded.indexOf('/');
  if (at < 1 || at === decoded.length - 1) {
    throw invalidArgument(
      'x-amz-copy-source',
      header,
      'Copy Source must mention the source bucket and key',
    );
  }
  return { bucketName: decoded.slice(0, at), key: decoded.slice(at + 1) };
}
