import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Entry, Leftovers, Upload } from './bucket-state.ts';
import { createDataFiles, type DataFiles, type StagedFile } from './data-files.ts';
import { type Decide, Journal } from './journal.ts';
import { type ListPage, type ListQuery, listKeys } from './list-keys.ts';
import { createObjectReader } from './object-reader.ts';
import type { ObjectRecord } from './records.ts';
import { replaceFile } from './replace-file.ts';

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

/** An object as it stood when it was found: overwriting it does not change what this reads. */
export interface PinnedObject {
  readonly record: ObjectRecord;
  /** From `start` up to, not with, `end`. */
  read(start: number, end: number, signal?: AbortSignal): Readable;
  /** Must be called once nothing reads any more. */
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
  /** Gives a staged file its lasting place; nobody sees it until a commit names it. */
  publish(staged: StagedFile, nowMs: number): Promise<string>;
  /** A copy of another object's data, for a commit to name. The caller holds the object pinned. */
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
  await sweep(journal, files);
  const configPath = join(directory, 'bucket.json');
  let config: BucketConfig = JSON.parse(await readFile(configPath, 'utf8'));

  async function pin(key: string): Promise<PinnedObject | undefined> {
    const entry = state.objects.get(key);
    if (entry === undefined) return undefined;
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
    pin,
    list: (query) => listKeys(state.objects, query),
    commit: (decide) => journal.commit(decide),
    async publish(staged, nowMs) {
      try {
        const data = await files.allocate(nowMs);
        await files.publish(staged, data);
        return data;
      } catch (error) {
        await files.discard(staged);
        throw error;
      }
    },
    async cloneFrom(source, record, nowMs) {
      const data = await files.allocate(nowMs);
      try {
        const names = record.segments?.map(({ file }) => file);
        await files.clone(source.files.path(record.data), data, names);
        return data;
      } catch (error) {
        await files.remove(data);
        throw error;
      }
    },
    async commitData(data, decide) {
      try {
        await journal.commit(decide);
      } catch (error) {
        // Where nobody knows whether the commit was written, its data must outlive the doubt.
        if (!(error instanceof AggregateError)) removals.remove(data);
        throw error;
      }
    },
    async setCors(rules) {
      const { cors: _, ...rest } = config;
      const next = rules === undefined ? rest : { ...rest, cors: rules };
      await replaceFile(configPath, JSON.stringify(next));
      config = next;
    },
    async close() {
      await journal.close();
      await removals.finish();
    },
  };
}

/** Removes replaced bytes behind the reply; a crash leaves them to the sweep of the next open. */
function createRemovals(files: DataFiles) {
  const running = new Set<Promise<void>>();
  const remove = (data: string) => {
    const removal: Promise<void> = files
      .remove(data)
      .catch(() => undefined)
      .finally(() => running.delete(removal));
    running.add(removal);
  };
  return {
    remove,
    take({ entries, paths }: Leftovers) {
      for (const entry of entries) if (entry.readers === 0) remove(entry.data);
      for (const path of paths) remove(path);
    },
    async finish() {
      await Promise.all(running);
    },
  };
}

async function sweep(journal: Journal, files: DataFiles): Promise<void> {
  const { state } = journal;
  const referenced = new Set<string>();
  for (const entry of state.objects.from('')) {
    referenced.add(entry.data);
    if (entry.isSegmented) {
      const { segments } = await journal.readObject(entry);
      await sweepDirectory(files, entry.data, segments?.map(({ file }) => file) ?? []);
    }
  }
  for (const upload of state.uploads.values()) {
    referenced.add(upload.data);
    const parts = [...upload.parts.values()];
    await sweepDirectory(
      files,
      upload.data,
      parts.map(({ file }) => file),
    );
  }
  await files.sweep((data) => referenced.has(data));
}

async function sweepDirectory(files: DataFiles, data: string, kept: readonly string[]) {
  const known = new Set(kept);
  for (const file of await files.list(data)) {
    if (!known.has(file)) await files.remove(`${data}/${file}`);
  }
}
