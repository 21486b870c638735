import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Entry, Upload } from './bucket-state.ts';
import { createDataFiles, type DataFiles, type StagedFile } from './data-files.ts';
import { type Decide, Journal } from './journal.ts';
import { type ListPage, type ListQuery, listKeys } from './list-keys.ts';
import { createMutex } from './mutex.ts';
import { createObjectReader } from './object-reader.ts';
import type { ObjectRecord } from './records.ts';
import { createRemovals, type Removals } from './removals.ts';
import { replaceFile } from './replace-file.ts';
import { sweepBucket } from './sweep-bucket.ts';

export interface CorsRule {
  readonly id?: string;
  readonly allowedOrigins: readonly string[];
  readonly allowedMethods: readonly string[];
  readonly allowedHeaders?: readonly string[];
  readonly exposeHeaders?: readonly string[];
  readonly maxAgeSeconds?: number;
}

export interface BucketConfig {
  readonly version: 1;
  readonly createdMs: number;
  readonly cors?: readonly CorsRule[];
}

/** An object as it was when it was found: overwriting it does not change what is read here. */
export interface PinnedObject {
  readonly record: ObjectRecord;
  /** Reads from `start` up to, but excluding, `end`. */
  read(start: number, end: number, signal?: AbortSignal): Readable;
  /** Must be called after the last read, so that the bytes can be removed. */
  release(): void;
}

export interface Bucket {
  readonly name: string;
  readonly config: BucketConfig;
  readonly files: DataFiles;
  readonly uploads: ReadonlyMap<string, Upload>;
  readonly objectCount: number;
  lookup(key: string): Entry | undefined;
  pin(key: string): Promise<PinnedObject | undefined>;
  list(query: ListQuery): ListPage<Entry>;
  commit(decide: Decide): Promise<void>;
  /** Moves a staged file to its permanent place, where it stays invisible until a commit names it. */
  publish(staged: StagedFile, nowMs: number): Promise<string>;
  /** Copies another object's data, for a commit to name. The caller has to keep that object pinned. */
  cloneFrom(source: Bucket, record: ObjectRecord, nowMs: number): Promise<string>;
  /** Commits what refers to new data, and removes the data if the commit is refused. */
  commitData(data: string, decide: Decide): Promise<void>;
  setCors(rules: readonly CorsRule[] | undefined): Promise<void>;
  close(): Promise<void>;
}

export async function openBucket(name: string, directory: string): Promise<Bucket> {
  const files = createDataFiles(directory);
  const removals = createRemovals(files);
  const journal = await Journal.open(join(directory, 'journal'), removals.take);
  const { state } = journal;
  await sweepBucket(journal, files);
  const configPath = join(directory, 'bucket.json');
  const inTurn = createMutex();
  let config: BucketConfig = JSON.parse(await readFile(configPath, 'utf8'));

  return {
    name,
    files,
    uploads: state.uploads,
    get config() {
      return config;
    },
    get objectCount() {
      return state.objects.size;
    },
    lookup: (key) => state.objects.get(key),
    pin: (key) => pin(key, journal, files, removals),
    list: (query) => listKeys(state.objects, query),
    commit: (decide) => journal.commit(decide),
    publish: (staged, nowMs) => publishNew(files, staged, nowMs),
    cloneFrom: (source, record, nowMs) => cloneNew(files, source, record, nowMs),
    async commitData(data, decide) {
      try {
        await journal.commit(decide);
      } catch (error) {
        // If it is unknown whether the commit was written, its data must stay.
        if (!(error instanceof AggregateError)) removals.remove(data);
        throw error;
      }
    },
    setCors: (rules) =>
      inTurn(async () => {
        const { cors: _, ...rest } = config;
        const next = rules === undefined ? rest : { ...rest, cors: rules };
        await replaceFile(configPath, JSON.stringify(next));
        config = next;
      }),
    async close() {
      await journal.close();
      await removals.finish();
    },
  };
}

async function pin(
  key: string,
  journal: Journal,
  files: DataFiles,
  removals: Removals,
): Promise<PinnedObject | undefined> {
  const entry = journal.state.objects.get(key);
  if (entry === undefined) return undefined;
  // Pinned without awaiting after the look-up, or the bytes might be removed in between.
  entry.readers += 1;
  let isReleased = false;
  const release = () => {
    if (isReleased) return;
    isReleased = true;
    entry.readers -= 1;
    if (entry.isReplaced && entry.readers === 0) removals.remove(entry.data);
  };
  try {
    const record = await journal.readObject(entry);
    return {
      record,
      release,
      read: (start, end, signal) => createObjectReader({ record, files, start, end, signal }),
    };
  } catch (error) {
    release();
    throw error;
  }
}

async function publishNew(files: DataFiles, staged: StagedFile, nowMs: number): Promise<string> {
  try {
    const data = await files.allocate(nowMs);
    await files.publish(staged, data);
    return data;
  } catch (error) {
    await files.discard(staged);
    throw error;
  }
}

async function cloneNew(
  files: DataFiles,
  source: Bucket,
  record: ObjectRecord,
  nowMs: number,
): Promise<string> {
  const data = await files.allocate(nowMs);
  try {
    const names = record.segments?.map(({ file }) => file);
    await files.clone(source.files.path(record.data), data, names);
    return data;
  } catch (error) {
    await files.remove(data);
    throw error;
  }
}
