import { createHash } from 'node:crypto';
import { createChecksum } from '../checksums/checksum.ts';
import { combineCrcs } from '../checksums/combine-crc.ts';
import { S3Error } from '../s3-error.ts';
import type { Part, Upload } from './bucket-state.ts';
import type { ChecksumAlgorithm, ObjectRecord, StoredChecksum } from './records.ts';

export const MIN_PART_BYTES = 5 * 1024 * 1024;

export interface NamedPart {
  readonly partNumber: number;
  /** ETag without quotes. */
  readonly etag: string;
  readonly checksums: ReadonlyMap<ChecksumAlgorithm, string>;
}

/** The object made of an upload. Its bytes stay in the files of the parts, so nothing is copied. */
export function assembleObject(
  upload: Upload,
  named: readonly NamedPart[],
  modifiedMs: number,
): ObjectRecord {
  const parts = named.map((name) => findPart(upload, name));
  for (const part of parts.slice(0, -1)) {
    if (part.size >= MIN_PART_BYTES) continue;
    const details = {
      ETag: part.etag,
      MinSizeAllowed: String(MIN_PART_BYTES),
      PartNumber: String(part.partNumber),
      ProposedSize: String(part.size),
    };
    throw new S3Error('EntityTooSmall', undefined, { details });
  }
  const checksum = combineChecksums(upload, parts);
  return {
    key: upload.key,
    size: parts.reduce((sum, part) => sum + part.size, 0),
    etag: multipartEtag(parts.map((part) => part.etag)),
    modifiedMs,
    data: upload.data,
    headers: upload.headers,
    segments: parts.map(({ partNumber, file, size }) => ({ partNumber, file, size })),
    uploadId: upload.id,
    ...(checksum === undefined ? {} : { checksum }),
  };
}

/** S3's ETag of a multipart object: the MD5 of the parts' MD5s, with the number of parts. */
export function multipartEtag(etags: readonly string[]): string {
  const md5 = createHash('md5');
  for (const etag of etags) md5.update(Buffer.from(etag, 'hex'));
  return `${md5.digest('hex')}-${etags.length}`;
}

function findPart(upload: Upload, { partNumber, etag, checksums }: NamedPart): Part {
  const part = upload.parts.get(partNumber);
  const isSame =
    part !== undefined &&
    part.etag === etag &&
    [...checksums].every(
      ([algorithm, value]) =>
        part.checksum?.algorithm !== algorithm || part.checksum.value === value,
    );
  if (isSame) return part;
  const details = { UploadId: upload.id, PartNumber: String(partNumber), ETag: etag };
  throw new S3Error('InvalidPart', undefined, { details });
}

function combineChecksums(upload: Upload, parts: readonly Part[]): StoredChecksum | undefined {
  const { checksumAlgorithm: algorithm, checksumType: type } = upload;
  if (algorithm === undefined || type === undefined) return undefined;
  const digests = parts.map((part) => {
    const value = part.checksum?.algorithm === algorithm ? part.checksum.value : undefined;
    return { digest: Buffer.from(value ?? '', 'base64'), size: part.size };
  });
  if (digests.some(({ digest }) => digest.length === 0)) return undefined;
  if (type === 'FULL_OBJECT') {
    const value = combineCrcs(algorithm, digests)?.toString('base64');
    return value === undefined ? undefined : { algorithm, type, value };
  }
  const checksum = createChecksum(algorithm);
  for (const { digest } of digests) checksum.update(digest);
  return { algorithm, type, value: `${checksum.digest().toString('base64')}-${parts.length}` };
}
