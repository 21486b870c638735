import { randomBytes } from 'node:crypto';
import type { ReceivedPayload } from '../payload/receive-payload.ts';
import { S3Error } from '../s3-error.ts';
import type { Bucket } from './bucket.ts';
import type { Upload } from './bucket-state.ts';
import type { StagedFile } from './data-files.ts';
import type { PartRecord } from './records.ts';

/** Makes a staged file a part of an upload, in place of one of the same number. */
export async function savePart(
  bucket: Bucket,
  upload: Upload,
  partNumber: number,
  received: ReceivedPayload<StagedFile>,
  modifiedMs: number,
): Promise<PartRecord> {
  const { result: staged, checksum } = received;
  const file = `${partNumber}-${randomBytes(6).toString('hex')}`;
  const data = `${upload.data}/${file}`;
  const base: PartRecord = {
    uploadId: upload.id,
    partNumber,
    file,
    size: staged.size,
    etag: received.md5.toString('hex'),
    modifiedMs,
  };
  const part = checksum === undefined ? base : { ...base, checksum };
  try {
    await bucket.files.publish(staged, data);
  } catch (error) {
    await bucket.files.discard(staged);
    // The upload may end, and its directory be removed, while a part arrives.
    if (bucket.uploads.has(upload.id)) throw error;
    throw new S3Error('NoSuchUpload', undefined, { cause: error });
  }
  await bucket.commitData(data, (view) => {
    if (view.upload(upload.id) === undefined) throw new S3Error('NoSuchUpload');
    return [{ op: 'part', part }];
  });
  return part;
}
