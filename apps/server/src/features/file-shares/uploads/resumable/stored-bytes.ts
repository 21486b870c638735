import { Readable } from 'node:stream';
import { AppError } from '#errors';
import type { Storage } from '#features/storage-configs/service.ts';
import { limitSize } from '#files/size-limit.ts';
import type { Ledger } from '#ledger/ledger.ts';
import type { ObjectWrite } from '#ledger/object-write.ts';
import { findRest, readRest, restKeyOf, storeRest } from '#ledger/uploads/upload-rest.ts';
import { fenceStore } from '#object-store/wrappers/fenced-store.ts';
import type { Turn } from './turns.ts';

/** Bytes of an upload that are stored, according to its storage. */
export interface StoredBytes {
  readonly parts: number;
  /** Bytes in those parts. */
  readonly inParts: number;
  /** Bytes after them, in the upload's rest. */
  readonly inRest: number;
  /** True if there is a rest, also one that later parts have replaced. */
  readonly hasRest: boolean;
}

export const NOTHING: StoredBytes = { parts: 0, inParts: 0, inRest: 0, hasRest: false };

export const offsetOf = ({ inParts, inRest }: StoredBytes) => inParts + inRest;

/**
 * Reads from the storage what is stored. Every replica therefore sees the same, and a process that is
 * killed loses only what it has not acknowledged. Returns undefined if the parts were joined.
 */
export async function readStoredBytes(
  { store }: Storage,
  write: ObjectWrite,
  signal: AbortSignal,
): Promise<StoredBytes | undefined> {
  const parts = await store.listParts(write.objectKey, write.uploadId ?? '', signal);
  if (!parts) return undefined;
  // Parts are sent concurrently, so a killed process may leave a gap. The bytes after it are sent again.
  const gap = parts.findIndex(({ partNumber }, at) => partNumber !== at + 1);
  const whole = gap === -1 ? parts : parts.slice(0, gap);
  const inParts = whole.reduce((sum, { size }) => sum + size, 0);
  const rest = await findRest(store, write, signal);
  const inRest = rest?.start === inParts ? rest.size : 0;
  return { parts: whole.length, inParts, inRest, hasRest: rest !== undefined };
}

/** Body of a request that appends to an upload. */
export interface AppendedBody {
  /** Bytes that are stored already. */
  readonly before: StoredBytes;
  readonly body: Readable;
  /** Largest number of bytes that the upload may still get. */
  readonly maxBytes: number;
  /** Size of the file, if the client has sent it. */
  readonly length: number | undefined;
  /** True if the file ends with this body. */
  readonly isLast: boolean;
  /** Receives the offset after each stored part. */
  readonly onOffset: (offset: number) => void;
}

/**
 * Stores the bytes of a body. What has arrived of a body that breaks off is stored, too, before the error
 * is thrown.
 *
 * @returns the offset after the body
 * @throws {AppError} `file_shares.too_large` if the body is longer than allowed
 */
export async function storeBytes(
  ledger: Pick<Ledger, 'change'>,
  upload: Pick<Storage, 'store'> & { readonly write: ObjectWrite },
  { before, length, isLast, onOffset, ...appended }: AppendedBody,
  turn: Turn,
): Promise<number> {
  const { write } = upload;
  const store = fenceStore(upload.store, turn);
  const { signal } = turn;
  const partBytes = Number(write.partSize);
  const broken = AbortSignal.any([signal, turn.interrupted]);
  const limited = limitSize(appended.body, appended.maxBytes, broken);
  let end = Number.POSITIVE_INFINITY;
  const offsetAfter = (parts: number) => before.inParts + parts * partBytes;
  const isOver = () => isLast && (length ?? end) === end;
  const bytes = async function* () {
    if (before.inRest > 0) yield* await readRest(store, write, signal);
    yield* limited;
  };
  const takeRest = async (rest: Buffer, parts: number, isWhole: boolean) => {
    // Counts the bytes that the parts have taken, because more may wait in the stream that broke off.
    end = offsetAfter(parts) + rest.length;
    if (isWhole && isOver()) {
      // Stored before the last part, which may be shorter than others, so that nothing can follow it.
      await ledger.change(write.id, { declaredBytes: BigInt(end) });
      return true;
    }
    // Never replaces a rest by a shorter one, which an interrupted reading of the rest would give.
    if (rest.length > 0 && end > offsetOf(before)) {
      await storeRest(store, write, offsetAfter(parts), rest, signal);
    }
    return false;
  };
  try {
    await store.appendParts(write.objectKey, write.uploadId ?? '', Readable.from(bytes()), {
      firstPart: before.parts + 1,
      partBytes,
      signal,
      onStored: (parts) => onOffset(Math.min(offsetAfter(parts), end)),
      takeRest,
    });
  } catch (error) {
    throw turn.interrupted.aborted ? new AppError('request.in_progress', { cause: error }) : error;
  } finally {
    limited.destroy();
  }
  if (isOver() && before.hasRest) await store.remove([restKeyOf(write)]);
  return end;
}
