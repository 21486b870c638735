import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomId } from '@satchel/server/security/random';
import { StartError } from '@satchel/server/start-error';
import { MOVE_FOLDER } from '@satchel/server/startup/data-directory';
import type { TargetStorage } from './move-target.ts';

/** Object at its old place. */
export interface SourceObject {
  readonly key: string;
  readonly etag: string;
  readonly size: number;
}

/** Object at its new place, compared byte by byte. */
export interface MovedObject extends SourceObject {
  /** ETag at the target, which shares must store; each storage computes ETags in its own way. */
  readonly targetEtag: string;
}

/** Record of the finished steps of a move, so that an interrupted one can resume. */
export interface MoveJournal extends AsyncDisposable {
  /** Id of the storage config at the target. */
  readonly configId: string;
  isMoved(object: SourceObject): boolean;
  /** ETag of an object at the target; undefined if it was not moved. */
  targetEtagOf(key: string, etag: string): string | undefined;
  add(object: MovedObject): Promise<void>;
  /** Removes the journal of a finished move, so that the next one starts anew. */
  remove(): Promise<void>;
}

type Place = Pick<TargetStorage, 'endpointUrl' | 'bucketName'>;

/** First line of the journal. */
interface Header extends Place, Pick<MoveJournal, 'configId'> {}

const FILE = 'objects.jsonl';

/** Id of the storage config at the target, if an unfinished move to this target exists. */
export async function findBegunMove(
  dataDirectory: string,
  { endpointUrl, bucketName }: Place,
): Promise<string | undefined> {
  const { begun } = await readWhole(join(dataDirectory, MOVE_FOLDER, FILE));
  const isSame = begun?.endpointUrl === endpointUrl && begun.bucketName === bucketName;
  return isSame ? begun.configId : undefined;
}

export function removeMoveJournal(dataDirectory: string): Promise<void> {
  return rm(join(dataDirectory, MOVE_FOLDER), { recursive: true, force: true });
}

async function readWhole(path: string) {
  const text = existsSync(path) ? await readFile(path, 'utf8') : '';
  // The last line may be cut off; its object is compared again.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const [first, ...lines] = whole.split('\n').filter(Boolean);
  const begun: Header | undefined = first === undefined ? undefined : JSON.parse(first);
  return { whole, begun, lines };
}

/** @throws {StartError} if an unfinished move to another target exists */
export async function openMoveJournal(
  dataDirectory: string,
  { endpointUrl, bucketName }: Place,
): Promise<MoveJournal> {
  const folder = join(dataDirectory, MOVE_FOLDER);
  const path = join(folder, FILE);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { whole, begun, lines } = await readWhole(path);
  const header = begun ?? { endpointUrl, bucketName, configId: randomId() };
  if (header.endpointUrl !== endpointUrl || header.bucketName !== bucketName) {
    throw new StartError(
      `A move to ${header.bucketName} at ${header.endpointUrl} was begun. Go on with that one, or remove ${folder} to begin another.`,
    );
  }
  const moved = new Map<string, MovedObject>();
  for (const line of lines) {
    const object: MovedObject = JSON.parse(line);
    moved.set(object.key, object);
  }
  const file = await open(path, 'a', 0o600);
  await file.truncate(Buffer.byteLength(whole));
  if (!begun) {
    await file.appendFile(`${JSON.stringify(header)}\n`);
    await file.sync();
  }
  return {
    configId: header.configId,
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
    remove: () => removeMoveJournal(dataDirectory),
    [Symbol.asyncDispose]: () => file.close(),
  };
}
