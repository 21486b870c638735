import { createHash } from 'node:crypto';
import { AppError } from '#errors';
import type { WriteCondition } from '#files/write-condition.ts';
import type { ObjectInfo, StoredObject, StoredPart } from '#object-store';
import { bareEtag } from '#object-store/etag.ts';
import type { ObjectWrite } from '../object-write.ts';

/** Maximum deviation of a storage's clock; S3 itself refuses more. */
const CLOCK_SKEW_MS = 15 * 60 * 1000;

/** Facts about the uploaded file as the caller states them; the storage's facts decide (SECURITY 3). */
export interface UploadClaim {
  readonly sizeBytes?: number | null | undefined;
  readonly etag?: string | null | undefined;
  /** Replaces the condition that the upload was reserved with. */
  readonly condition?: WriteCondition | undefined;
  /** Parts that make the object; all uploaded parts by default. */
  readonly parts?: readonly { readonly partNumber: number; readonly etag: string }[] | undefined;
}

/** Feature whose error codes are used. */
export type ErrorFamily = 'file_shares' | 'file_system';

/** Parts that make an object, and the facts known about it before it exists. */
export interface ChosenParts {
  readonly parts: readonly { readonly partNumber: number; readonly etag: string }[];
  readonly sizeBytes: number;
  /** ETag that S3 computes for parts: the hash of their hashes, and their number. */
  readonly etag: string | undefined;
  readonly count: number;
  readonly firstEtag: string | undefined;
}

export type SizedPart = Pick<StoredPart, 'partNumber' | 'etag' | 'size'>;

export function chooseParts(
  stored: readonly SizedPart[],
  { parts }: UploadClaim,
  family: ErrorFamily,
): ChosenParts {
  const byNumber = new Map(stored.map((part) => [part.partNumber, part]));
  const chosen = (parts ?? stored).map(({ partNumber, etag }) => {
    const part = byNumber.get(partNumber);
    const isSame = part && bareEtag(part.etag) === bareEtag(etag);
    if (!isSame) throw new AppError(`${family}.parts_invalid`);
    return part;
  });
  const sizeBytes = chosen.reduce((sum, { size }) => sum + size, 0);
  return {
    parts: chosen,
    sizeBytes,
    etag: joinedEtag(chosen.map(({ etag }) => etag)),
    count: chosen.length,
    firstEtag: chosen[0]?.etag,
  };
}

/** ETag that S3 gives to an object made of parts; undefined if the ETag of a part is not a hash. */
export function joinedEtag(etags: readonly string[]): string | undefined {
  const hashes = etags.map(bareEtag);
  if (hashes.length === 0 || !hashes.every((hash) => /^[0-9a-f]{32}$/i.test(hash)))
    return undefined;
  const hash = createHash('md5');
  for (const each of hashes) hash.update(Buffer.from(each, 'hex'));
  return `"${hash.digest('hex')}-${etags.length}"`;
}

export function assertComplete(
  write: ObjectWrite,
  { sizeBytes, count, firstEtag, etag }: ChosenParts,
  claim: UploadClaim,
  family: ErrorFamily,
): void {
  const declared = write.declaredBytes === null ? claim.sizeBytes : Number(write.declaredBytes);
  if (count === 0 && declared !== 0) throw new AppError(`${family}.not_uploaded`);
  for (const expected of [declared, claim.sizeBytes]) {
    if (typeof expected === 'number' && expected !== sizeBytes) {
      throw new AppError(`${family}.size_mismatch`);
    }
  }
  // Known ETags: of the first part, as the browser saw it, and the one that the storage will compute.
  const known = [firstEtag, etag].flatMap((each) => (each === undefined ? [] : [bareEtag(each)]));
  if (claim.etag && known.length > 0 && !known.includes(bareEtag(claim.etag))) {
    throw new AppError(`${family}.etag_mismatch`);
  }
}

/** Checks the claims of the caller again, because the object may differ now. */
export function checked(
  object: StoredObject,
  claim: UploadClaim,
  family: ErrorFamily,
): StoredObject {
  if (typeof claim.sizeBytes === 'number' && claim.sizeBytes !== object.size) {
    throw new AppError(`${family}.size_mismatch`);
  }
  return object;
}

/** True for a share, whose key is random: only this upload can have made an object with that key. */
export function isPrivateKey({ kind }: ObjectWrite): boolean {
  return kind === 'file_share';
}

/** True if the object is the one that the write was about to make according to its row. */
export function isWritten(object: ObjectInfo, write: ObjectWrite): boolean {
  const { etag, size, updatedAt } = write;
  if (isPrivateKey(write)) return true;
  if (BigInt(object.size) !== size) return false;
  if (etag !== null) return bareEtag(object.etag) === bareEtag(etag);
  return (object.lastModified?.getTime() ?? 0) + CLOCK_SKEW_MS >= updatedAt.getTime();
}
