import { Readable } from 'node:stream';
import { AppError } from '#errors';
import type { ObjectStore } from '#object-store';
import { UPLOADS_PREFIX } from '#object-store/reserved-keys.ts';
import type { ObjectWrite } from '../object-write.ts';

/*
 * S3 refuses parts below 5 MiB, except the last one, and nobody can read a part before the upload is
 * joined. So a resumable upload keeps the bytes after its last whole part, its rest, in an object beside
 * it. The next request reads them first and puts them into the next part.
 *
 * The object begins with the position of its first byte in the file. The rest counts only while that is
 * the end of the stored parts. Storing the next part therefore replaces the rest in one step, and a
 * process that is killed in between leaves no byte counted twice.
 */

/** Length of the position at the start of the object: decimal digits, filled up with zeros. */
const POSITION_BYTES = 16;

/** Bytes of an upload after its last whole part. */
export interface UploadRest {
  /** Position in the file. */
  readonly start: number;
  readonly size: number;
}

export function restKeyOf({ id }: Pick<ObjectWrite, 'id'>): string {
  return UPLOADS_PREFIX + id;
}

/** Reads where the rest of an upload begins, and how long it is. */
export async function findRest(
  store: ObjectStore,
  write: Pick<ObjectWrite, 'id'>,
  signal: AbortSignal,
): Promise<UploadRest | undefined> {
  const range = `bytes=0-${POSITION_BYTES - 1}`;
  const found = await store.get(restKeyOf(write), { range, signal });
  if (!found) return undefined;
  const position = Buffer.concat(await found.body.toArray()).toString('latin1');
  const total = Number(found.contentRange?.split('/')[1] ?? found.size);
  return { start: Number(position), size: total - POSITION_BYTES };
}

/**
 * Bytes of the rest.
 *
 * @throws {AppError} `storage.unavailable` if it is gone, because what follows would take its place
 */
export async function readRest(
  store: ObjectStore,
  write: Pick<ObjectWrite, 'id'>,
  signal: AbortSignal,
): Promise<Readable> {
  const found = await store.get(restKeyOf(write), { range: `bytes=${POSITION_BYTES}-`, signal });
  if (!found) throw new AppError('storage.unavailable');
  return found.body;
}

export async function storeRest(
  store: ObjectStore,
  write: Pick<ObjectWrite, 'id'>,
  start: number,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<void> {
  const position = Buffer.from(String(start).padStart(POSITION_BYTES, '0'));
  await store.put(restKeyOf(write), Readable.from([position, bytes]), {
    contentType: 'application/octet-stream',
    size: POSITION_BYTES + bytes.length,
    signal,
  });
}
