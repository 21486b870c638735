import { randomBytes } from 'node:crypto';
import { parseChecksumAlgorithm, parseChecksumType } from '../checksums/checksum.ts';
import { readObjectHeaders } from '../http/object-headers.ts';
import { type Operation, requireBucket, xmlResponse } from '../operation.ts';
import { S3Error } from '../s3-error.ts';
import { fromByteKey } from '../store/byte-key.ts';
import type { ChecksumAlgorithm, ChecksumType, UploadRecord } from '../store/records.ts';

export const createMultipartUpload: Operation = async (context) => {
  const bucket = requireBucket(context);
  const { headers } = context.request;
  const { key } = context.target;
  const checksumAlgorithm = parseChecksumAlgorithm(headers['x-amz-checksum-algorithm']);
  const asked = parseChecksumType(headers['x-amz-checksum-type']);
  const startedMs = context.now();
  const data = await bucket.files.allocate(startedMs);
  const base: UploadRecord = {
    id: createUploadId(startedMs),
    key,
    startedMs,
    data,
    headers: readObjectHeaders(headers),
  };
  const checksumType = checksumAlgorithm && chooseType(checksumAlgorithm, asked);
  const upload =
    checksumAlgorithm === undefined || checksumType === undefined
      ? base
      : { ...base, checksumAlgorithm, checksumType };
  await bucket.files.createDirectory(data);
  await bucket.commitData(data, () => [{ op: 'start', upload }]);
  const response = xmlResponse('InitiateMultipartUploadResult', [
    ['Bucket', bucket.name],
    ['Key', fromByteKey(key)],
    ['UploadId', upload.id],
  ]);
  if (checksumAlgorithm === undefined || checksumType === undefined) return response;
  return {
    ...response,
    headers: {
      ...response.headers,
      'x-amz-checksum-algorithm': checksumAlgorithm,
      'x-amz-checksum-type': checksumType,
    },
  };
};

/** Makes ids that sort by time, which is the order of listings of uploads. */
function createUploadId(startedMs: number): string {
  return `${startedMs.toString(36).padStart(9, '0')}${randomBytes(20).toString('hex')}`;
}

function chooseType(algorithm: ChecksumAlgorithm, asked: ChecksumType | undefined): ChecksumType {
  const isSha = algorithm === 'SHA1' || algorithm === 'SHA256';
  const type = asked ?? (algorithm === 'CRC64NVME' ? 'FULL_OBJECT' : 'COMPOSITE');
  if ((isSha && type === 'FULL_OBJECT') || (algorithm === 'CRC64NVME' && type === 'COMPOSITE')) {
    throw new S3Error(
      'InvalidRequest',
      `The ${type} checksum type cannot be used with the ${algorithm} checksum algorithm.`,
    );
  }
  return type;
}
