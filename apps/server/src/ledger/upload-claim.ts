import { createHash } from 'node:crypto';
import { AppError } from '#errors';
import type { WriteCondition } from '#files/write-condition.ts';
import type { StoredObject, StoredPart } from '#object-store';
import { bareEtag } from '#object-store/etag.ts';
import type { ObjectWrite } from './object-write.ts';

/** Claims of a caller about the uploaded file; the storage's facts decide (SECURITY 3). */
export interface UploadClaim {
  readonly sizeBytes?: number | null | undefined;
  readonly etag?: string | null | undefined;
  /** Replaces the condition that the upload was begun with. */
  readonly condition?: WriteCondition | undefined;
  /** Which parts make the object; all that are there by default. */
  readonly parts?: readonly { readonly partNumber: number; readonly etag: string }[] | undefined;
}

/** The errors of a feature have names of their own. */
export type ErrorFamily = 'file_shares' | 'file_system';

/** The parts that make an object, and what is known of it before it is there. */
export interface ChosenParts {
  readonly parts: readonly { readonly partNumber: number; readonly etag: string }[];
  readonly sizeBytes: number;
  /** ETag that S3 computes for parts: the hash of their hashes, and their number. */
  readonly etag: string | undefined;
  readonly count: number;
  readonly firstEtag: string | undefined;
}

export function chooseParts(
  stored: readonly StoredPart[],
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

/** That S3 gives to an object of parts; undefined where theirs are no hashes. */
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
  // ETag that a browser saw for a single part, or that the storage will compute for several.
  const known = [firstEtag, etag].flatMap((each) => (each === undefined ? [] : [bareEtag(each)]));
  if (claim.etag && known.length > 0 && !known.includes(bareEtag(claim.etag))) {
    throw new AppError(`${family}.etag_mismatch`);
  }
}

/** Checks the same call once more, because the facts may differ now. */
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
