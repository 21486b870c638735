import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomId } from '#security/random.ts';
import { StartError } from '#startup/start-error.ts';
import type { TargetStorage } from './move-target.ts';

/** An object at its old place. */
export interface SourceObject {
  readonly key: string;
  readonly etag: string;
  readonly size: number;
}

/** One that is at its new place, compared byte by byte. */
export interface MovedObject extends SourceObject {
  /** Storages make ETags in ways of their own, and shares name theirs. */
  readonly targetEtag: string;
}

/** What a move has done already, so that one that was cut off goes on where it was. */
export interface MoveJournal extends AsyncDisposable {
  /** Of the storage config at the target. */
  readonly configId: string;
  isMoved(object: SourceObject): boolean;
  /** What an object's ETag is at the target; undefined for one that was not moved. */
  targetEtagOf(key: string, etag: string): string | undefined;
  add(object: MovedObject): Promise<void>;
  /** Everything is done: another move begins anew. */
  remove(): Promise<void>;
}

/** @throws {StartError} where a move to somewhere else was begun */
export async function openMoveJournal(
  dataDirectory: string,
  { endpointUrl, bucketName }: Pick<TargetStorage, 'endpointUrl' | 'bucketName'>,
): Promise<MoveJournal> {
  const folder = join(dataDirectory, 'move');
  const path = join(folder, 'objects.jsonl');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const text = existsSync(path) ? await readFile(path, 'utf8') : '';
  // The last line may be cut off; what it tells of is compared again.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const [first, ...rest] = whole.split('\n').filter(Boolean);
  const header = first ? JSON.parse(first) : { endpointUrl, bucketName, configId: randomId() };
  if (header.endpointUrl !== endpointUrl || header.bucketName !== bucketName) {
    throw new StartError(
      `A move to ${header.bucketName} at ${header.endpointUrl} was begun. Go on with that one, or remove ${folder} to begin another.`,
    );
  }
  const moved = new Map<string, MovedObject>();
  for (const line of rest) {
    const object: MovedObject = JSON.parse(line);
    moved.set(object.key, object);
  }
  const file = await open(path, 'a', 0o600);
  await file.truncate(Buffer.byteLength(whole));
  if (!first) {
    await file.appendFile(`${JSON.stringify(header)}\n`);
    await file.sync();
  }
  return {
    configId: String(header.configId),
    isMoved({ key, etag, size }) {
      const known = moved.get(key);
      return known?.etag === etag && known.size === size;
    },
    targetEtagOf(key, etag) {
      const known = moved.get(key);
      return known?.etag === etag ? known.targetEtag : undefined;
    },
    async add({ key, etag, size, targetEtag }) {
      const object = { key, etag, size, targetEtag };
      await file.appendFile(`${JSON.stringify(object)}\n`);
      moved.set(key, object);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
    [Symbol.asyncDispose]: () => file.close(),
  };
}
