import { checksumElement } from '../checksums/checksum.ts';
import { parseCopyRange } from '../http/byte-range.ts';
import { pinCopySource } from '../http/copy-source.ts';
import { isoDate } from '../http/http-date.ts';
import { findUpload, readPartNumber } from '../http/upload-request.ts';
import { type Operation, xmlResponse } from '../operation.ts';
import { receiveFile } from '../payload/receive-payload.ts';
import { savePart } from '../store/save-part.ts';

export const uploadPartCopy: Operation = async (context) => {
  const { bucket, upload } = findUpload(context);
  const partNumber = readPartNumber(context);
  const { headers, signal } = context.request;
  const source = await pinCopySource(context);
  try {
    const range = parseCopyRange(headers['x-amz-copy-source-range'], source.record.size);
    const body = source.read(range.start, range.end, signal);
    const payload = { headers: {}, body, authentication: undefined };
    const received = await receiveFile(payload, bucket.files, upload.checksumAlgorithm);
    const part = await savePart(bucket, upload, partNumber, received, context.now());
    return xmlResponse('CopyPartResult', [
      ['LastModified', isoDate(part.modifiedMs)],
      ['ETag', `"${part.etag}"`],
      ...(part.checksum === undefined
        ? []
        : ([[checksumElement(part.checksum.algorithm), part.checksum.value]] as const)),
    ]);
  } finally {
    source.release();
  }
};
