import { checksumElement, createChecksum, parseChecksumAlgorithm } from '../checksums/checksum.ts';
import { readWriteCondition } from '../http/conditions.ts';
import { type CopySource, pinCopySource } from '../http/copy-source.ts';
import { isoDate } from '../http/http-date.ts';
import { readObjectHeaders } from '../http/object-headers.ts';
import { type Operation, type OperationContext, requireBucket, xmlResponse } from '../operation.ts';
import { invalidArgument, S3Error } from '../s3-error.ts';
import type { ObjectRecord, StoredChecksum } from '../store/records.ts';

/** Copies by giving the bytes a second name, which is instant: stored bytes never change. */
export const copyObject: Operation = async (context) => {
  const bucket = requireBucket(context);
  const { key } = context.target;
  const check = readWriteCondition(context.request.headers);
  check(bucket.lookup(key));
  const source = await pinCopySource(context);
  try {
    const isReplacing = readDirective(context, source);
    const checksum = await copyChecksum(context, source);
    const modifiedMs = context.now();
    const data = await bucket.cloneFrom(source.bucket, source.record, modifiedMs);
    const { size, etag, segments } = source.record;
    const object: ObjectRecord = {
      key,
      size,
      etag,
      modifiedMs,
      data,
      headers: isReplacing ? readObjectHeaders(context.request.headers) : source.record.headers,
      ...(segments === undefined ? {} : { segments }),
      ...(checksum === undefined ? {} : { checksum }),
    };
    await bucket.commitData(data, (view) => {
      check(view.object(key));
      return [{ op: 'put', object }];
    });
    return xmlResponse('CopyObjectResult', [
      ['LastModified', isoDate(modifiedMs)],
      ['ETag', `"${etag}"`],
      ...(checksum === undefined
        ? []
        : ([
            [checksumElement(checksum.algorithm), checksum.value],
            ['ChecksumType', checksum.type],
          ] as const)),
    ]);
  } finally {
    source.release();
  }
};

function readDirective(context: OperationContext, source: CopySource): boolean {
  const { headers } = context.request;
  const directive = headers['x-amz-metadata-directive'] ?? 'COPY';
  if (directive !== 'COPY' && directive !== 'REPLACE') {
    throw invalidArgument('x-amz-metadata-directive', directive, 'Unknown metadata directive.');
  }
  const { bucketName, key } = context.target;
  const isSelf = source.bucket.name === bucketName && source.record.key === key;
  if (isSelf && directive === 'COPY' && headers['x-amz-checksum-algorithm'] === undefined) {
    throw new S3Error(
      'InvalidRequest',
      'This copy request is illegal because it is trying to copy an object to itself without changing its metadata.',
    );
  }
  return directive === 'REPLACE';
}

async function copyChecksum(
  context: OperationContext,
  source: CopySource,
): Promise<StoredChecksum | undefined> {
  const { record } = source;
  const algorithm = parseChecksumAlgorithm(context.request.headers['x-amz-checksum-algorithm']);
  if (algorithm === undefined || record.checksum?.algorithm === algorithm) return record.checksum;
  const checksum = createChecksum(algorithm);
  for await (const chunk of source.read(0, record.size, context.request.signal)) {
    checksum.update(chunk);
  }
  return { algorithm, type: 'FULL_OBJECT', value: checksum.digest().toString('base64') };
}
