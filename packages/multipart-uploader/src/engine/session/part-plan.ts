import { UploadError } from '../errors.ts';
import {
  MAX_FILE_SIZE_BYTES,
  MAX_FITTING_PART_BYTES,
  MAX_PARTS,
  PART_SIZE_BYTES,
} from '../limits.ts';

const MEBIBYTE = 2 ** 20;

/**
 * One part of a file.
 *
 * @example
 * const body = file.slice(part.start, part.end);
 */
export interface PlannedPart {
  /** Starts at 1, like in S3. */
  readonly partNumber: number;
  /** Offset of the first byte. */
  readonly start: number;
  /** Offset after the last byte. */
  readonly end: number;
}

/**
 * Part size for a file, in bytes: 5 MiB. Files that would need more than 10,000 parts get the smallest
 * sufficient number of whole MiB.
 *
 * @param fileSize in bytes
 * @param wantedSize part size if 10,000 of them suffice; default 5 MiB
 * @param maxFileSizeBytes default 48.8 TiB, the limit of Amazon S3
 * @throws UploadError `file_too_large`
 *
 * @example
 * choosePartSize(10_485_760); // 5242880: two parts
 */
export function choosePartSize(
  fileSize: number,
  wantedSize: number = PART_SIZE_BYTES,
  maxFileSizeBytes: number = MAX_FILE_SIZE_BYTES,
): number {
  if (fileSize > maxFileSizeBytes) throw new UploadError('file_too_large');
  if (fileSize <= wantedSize * MAX_PARTS) return wantedSize;
  return Math.ceil(fileSize / MAX_PARTS / MEBIBYTE) * MEBIBYTE;
}

/**
 * Part size that fits a line, in bytes: as many whole MiB as all lanes together send in a second, because
 * each part costs a round trip and a request. At least 5 MiB, at most 64 MiB, and small enough that each lane
 * gets three parts, so that none works alone at the end.
 *
 * @param fileSize in bytes
 * @param bytesPerSecond speed of an earlier upload; undefined gives 5 MiB
 * @param lanes concurrent parts of the file
 */
export function fittingPartSize(
  fileSize: number,
  bytesPerSecond: number | undefined,
  lanes: number,
): number {
  const wanted = Math.min(bytesPerSecond ?? 0, fileSize / (3 * lanes), MAX_FITTING_PART_BYTES);
  return Math.max(PART_SIZE_BYTES, Math.floor(wanted / MEBIBYTE) * MEBIBYTE);
}

/**
 * Parts of a file, all of the same size except the last. An empty file has one empty part.
 *
 * @param fileSize in bytes
 * @param partSize in bytes
 * @throws UploadError `file_too_large` if that needs more than 10,000 parts
 *
 * @example
 * planParts(12, 5).length; // 3
 */
export function planParts(fileSize: number, partSize: number): readonly PlannedPart[] {
  const count = Math.max(1, Math.ceil(fileSize / partSize));
  if (!(count <= MAX_PARTS)) throw new UploadError('file_too_large');
  return Array.from({ length: count }, (_, index) => ({
    partNumber: index + 1,
    start: index * partSize,
    end: Math.min(fileSize, (index + 1) * partSize),
  }));
}
