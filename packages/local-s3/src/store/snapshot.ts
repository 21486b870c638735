import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isBucketName } from './bucket-name.ts';
import { BucketState, type Leftovers } from './bucket-state.ts';
import { copyLiveRecords } from './copy-live-records.ts';
import { linkOrCopy } from './data-files.ts';
import { JournalFile } from './journal-file.ts';
import type { Change } from './records.ts';

/** Tries to follow an object that is being replaced until the journal names the new one. */
const MAX_ATTEMPTS = 100;
const ATTEMPT_MS = 20;

/** A copy of a store that another process may have open and write to. */
export interface StoreSnapshot {
  /**
   * Copies what has come since the last time. Data files never change, so that each is a second name
   * where the file system has such, and a copy where not.
   *
   * @throws where an object that is there has no bytes
   */
  catchUp(signal?: AbortSignal): Promise<void>;
  /** Writes the journals: the copy is then a store, as it was when `catchUp` was called last. */
  finish(): Promise<void>;
  /** Lets go of the store, finished or not. */
  close(): Promise<void>;
}

/** @param target an empty folder, on the same file system where the copy is to be instant */
export function openSnapshot(directory: string, target: string): StoreSnapshot {
  const buckets = new Map<string, BucketSnapshot>();
  const source = join(directory, 'buckets');
  const destination = join(target, 'buckets');
  return {
    async catchUp(signal) {
      await mkdir(destination, { recursive: true });
      for (const name of await readdir(source)) {
        if (!isBucketName(name)) continue;
        const known = buckets.get(name);
        const bucket = known ?? new BucketSnapshot(join(source, name), join(destination, name));
        buckets.set(name, bucket);
        await bucket.catchUp(signal);
      }
    },
    async finish() {
      for (const bucket of buckets.values()) await bucket.finish();
    },
    async close() {
      for (const bucket of buckets.values()) await bucket.close();
    },
  };
}

class BucketSnapshot {
  readonly #source: string;
  readonly #target: string;
  readonly #copied = new Set<string>();
  /** Files that some record names and that are still to be copied. */
  #wanted = new Set<string>();
  #state = new BucketState();
  #journal: JournalFile | undefined;

  constructor(source: string, target: string) {
    this.#source = source;
    this.#target = target;
  }

  async catchUp(signal: AbortSignal | undefined): Promise<void> {
    await mkdir(join(this.#target, 'data'), { recursive: true });
    await mkdir(join(this.#target, 'tmp'), { recursive: true });
    await copyFile(join(this.#source, 'bucket.json'), join(this.#target, 'bucket.json'));
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      signal?.throwIfAborted();
      await this.#readJournal();
      const missing = await this.#copyWanted(signal);
      this.#wanted = missing;
      if (missing.size === 0) return;
      // Replaced or removed since the journal was read: its next records say so.
      await sleep(ATTEMPT_MS);
      await this.#readJournal();
      await this.#forgetReplaced();
    }
    throw new Error(`${[...this.#wanted].join(', ')} is missing in ${this.#source}`);
  }

  async finish(): Promise<void> {
    if (this.#journal === undefined) return;
    const target = await JournalFile.open(join(this.#target, 'journal'), 'wx+');
    try {
      await copyLiveRecords(this.#journal, this.#state, target);
      await target.sync();
    } finally {
      await target.retire();
    }
  }

  async close(): Promise<void> {
    await this.#journal?.retire();
    this.#journal = undefined;
  }

  async #readJournal(): Promise<void> {
    const path = join(this.#source, 'journal');
    if (this.#journal && !(await this.#journal.isAt(path))) {
      // Rewritten without its history: it is read from its start.
      await this.close();
      this.#state = new BucketState();
    }
    this.#journal ??= await JournalFile.open(path, 'r');
    const ignored: Leftovers = { entries: [], paths: [] };
    for await (const records of this.#journal.scanNew()) {
      for (const { json, position } of records) {
        const change: Change = JSON.parse(json);
        this.#want(change);
        this.#state.apply(change, position, ignored);
      }
      ignored.entries.length = 0;
      ignored.paths.length = 0;
    }
  }

  #want(change: Change): void {
    for (const file of filesOf(change, this.#state)) {
      if (!this.#copied.has(file)) this.#wanted.add(file);
    }
  }

  async #copyWanted(signal: AbortSignal | undefined): Promise<Set<string>> {
    const missing = new Set<string>();
    const made = new Set<string>();
    for (const file of this.#wanted) {
      signal?.throwIfAborted();
      const parent = file.slice(0, file.lastIndexOf('/'));
      if (!made.has(parent)) await mkdir(join(this.#target, 'data', parent), { recursive: true });
      made.add(parent);
      const from = join(this.#source, 'data', file);
      const isCopied = await linkOrCopy(from, join(this.#target, 'data', file)).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return false;
          throw error;
        },
      );
      if (isCopied) this.#copied.add(file);
      else missing.add(file);
    }
    return missing;
  }

  /** Checks missing data only for objects that still count. */
  async #forgetReplaced(): Promise<void> {
    const journal = this.#journal;
    if (!journal) return;
    const live = new Set<string>();
    for await (const records of journal.scan()) {
      for (const { json, position } of records) {
        const change: Change = JSON.parse(json);
        if (this.#state.holder(change, position) === undefined) continue;
        for (const file of filesOf(change, this.#state)) live.add(file);
      }
    }
    for (const file of this.#wanted) if (!live.has(file)) this.#wanted.delete(file);
  }
}

/** The files below `data/` that a record names. */
function filesOf(change: Change, state: BucketState): string[] {
  if (change.op === 'put') {
    const { data, segments } = change.object;
    return segments?.map(({ file }) => `${data}/${file}`) ?? [data];
  }
  if (change.op !== 'part') return [];
  const upload = state.uploads.get(change.part.uploadId);
  return upload ? [`${upload.data}/${change.part.file}`] : [];
}
