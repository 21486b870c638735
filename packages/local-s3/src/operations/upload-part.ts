import { checksumHeader } from '../checksums/checksum.ts';
import { findUpload, readPartNumber } from '../http/upload-request.ts';
import { emptyResponse, incomingPayload, type Operation } from '../operation.ts';
import { receiveFile } from '../payload/receive-payload.ts';
import { savePart } from '../store/save-part.ts';

export const uploadPart: Operation = async (context) => {
  const { bucket, upload } = findUpload(context);
  const partNumber = readPartNumber(context);
  const payload = incomingPayload(context);
  const received = await receiveFile(payload, bucket.files, upload.checksumAlgorithm);
  const part = await savePart(bucket, upload, partNumber, received, context.now());
  const { checksum } = part;
  return emptyResponse(200, {
    etag: `"${part.etag}"`,
    ...(checksum === undefined ? {} : { [checksumHeader(checksum.algorithm)]: checksum.value }),
  });
};
