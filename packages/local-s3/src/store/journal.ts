import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BucketState, type Entry, type Leftovers, type Upload } from './bucket-state.ts';
import { copyLiveRecords, type MovedRecord } from './copy-live-records.ts';
import { JournalFile, type RecordPosition } from './journal-file.ts';
import type { Change, ObjectRecord } from './records.ts';
import { syncDirectory } from './sync-directory.ts';

const MAX_COMMITS_PER_WRITE = 256;
const COMPACTION_SLACK_RECORDS = 1024;

/** The bucket as it will be when the commits before this one are durable. */
export interface PendingView {
  object(key: string): Pick<Entry, 'etag' | 'size' | 'modifiedMs'> | undefined;
  upload(id: string): Upload | undefined;
}

/** Called when it is the commit's turn: returns the changes, or throws to refuse. */
export type Decide = (view: PendingView) => readonly Change[];

interface Waiting {
  readonly decide: Decide;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A bucket's single commit point. Commits are written one batch after another; all that arrive while
 * one batch is being synced share the next fsync. Readers see a change only when it is durable.
 */
export class Journal {
  readonly state = new BucketState();
  readonly #path: string;
  readonly #onLeftovers: (leftovers: Leftovers) => void;
  #file: JournalFile;
  #records = 0;
  #queue: Waiting[] = [];
  #draining: Promise<void> | undefined;
  #failure: unknown;
  #nextCompaction = 0;

  private constructor(path: string, file: JournalFile, onLeftovers: (l: Leftovers) => void) {
    this.#path = path;
    this.#file = file;
    this.#onLeftovers = onLeftovers;
  }

  static async open(path: string, onLeftovers: (l: Leftovers) => void): Promise<Journal> {
    await rm(`${path}.new`, { force: true });
    const journal = new Journal(path, await JournalFile.open(path, 'r+'), onLeftovers);
    try {
      await journal.#replay();
      await journal.#compactIfDue();
    } catch (error) {
      await journal.#file.retire();
      throw error;
    }
    return journal;
  }

  async #replay(): Promise<void> {
    // Files that the replay finds unreferenced are removed by the sweep of the data directory.
    const ignored: Leftovers = { entries: [], paths: [] };
    for await (const records of this.#file.recover()) {
      for (const { json, position } of records) {
        this.state.apply(JSON.parse(json), position, ignored);
        this.#records += 1;
      }
      ignored.entries.length = 0;
      ignored.paths.length = 0;
    }
  }

  commit(decide: Decide): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ decide, resolve, reject });
      this.#draining ??= this.#drain();
    });
  }

  async readObject(entry: Entry): Promise<ObjectRecord> {
    const change: Change = JSON.parse(await this.#file.read(entry.position));
    if (change.op !== 'put') throw new Error('The journal has no object at its position');
    return change.object;
  }

  async close(): Promise<void> {
    await this.#draining;
    this.#failure ??= new Error('The bucket is closed');
    await this.#file.retire();
  }

  async #drain(): Promise<void> {
    // One turn of the event loop lets requests that arrived together share the first fsync.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, MAX_COMMITS_PER_WRITE);
      const { accepted, refused, changes } = this.#decideAll(batch);
      try {
        await this.#write(changes);
        for (const { resolve } of accepted) resolve();
        // Refused only after the write, because an accepted commit of this batch may be the reason.
        for (const { reject, error } of refused) reject(error);
      } catch (error) {
        for (const { reject } of accepted) reject(error);
        // The commits that may have been the reason to refuse these have failed: decide again.
        this.#queue.unshift(...refused);
      }
    }
    // Cleared without awaiting after the queue was seen empty, so that no commit is left waiting.
    this.#draining = undefined;
  }

  #decideAll(batch: readonly Waiting[]) {
    const accepted: Waiting[] = [];
    const refused: (Waiting & { error: unknown })[] = [];
    const changes: Change[] = [];
    const overlay = createOverlay(this.state);
    for (const waiting of batch) {
      try {
        if (this.#failure !== undefined) throw this.#failure;
        const decided = waiting.decide(overlay.view);
        changes.push(...decided);
        for (const change of decided) overlay.note(change);
        accepted.push(waiting);
      } catch (error) {
        refused.push({ ...waiting, error });
      }
    }
    return { accepted, refused, changes };
  }

  async #write(changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return;
    const positions = await this.#append(changes);
    const leftovers: Leftovers = { entries: [], paths: [] };
    changes.forEach((change, at) => {
      const position = positions[at];
      if (position !== undefined) this.state.apply(change, position, leftovers);
    });
    this.#records += changes.length;
    this.#onLeftovers(leftovers);
    await this.#compactIfDue();
  }

  async #append(changes: readonly Change[]): Promise<RecordPosition[]> {
    try {
      return await this.#file.append(changes.map((change) => Buffer.from(JSON.stringify(change))));
    } catch (error) {
      // If cutting off the failed write has failed as well, the end of the file is unknown.
      if (error instanceof AggregateError) this.#failure = error;
      throw error;
    }
  }

  async #compactIfDue(): Promise<void> {
    const due = 2 * this.state.recordCount + COMPACTION_SLACK_RECORDS;
    if (this.#records <= Math.max(due, this.#nextCompaction)) return;
    try {
      await this.#compact();
    } catch {
      // Perhaps the disk is full. The journal is then longer than necessary; it is tried again later.
      this.#nextCompaction = 2 * this.#records;
    }
  }

  async #compact(): Promise<void> {
    const path = `${this.#path}.new`;
    await rm(path, { force: true });
    const target = await JournalFile.open(path, 'wx+');
    let moved: readonly MovedRecord[] = [];
    try {
      moved = await copyLiveRecords(this.#file, this.state, target);
      await target.sync();
      await rename(path, this.#path);
    } catch (error) {
      await target.retire();
      await rm(path, { force: true });
      throw error;
    }
    for (const { holder, position } of moved) holder.position = position;
    const old = this.#file;
    this.#file = target;
    this.#records = moved.length;
    await old.retire();
    // Until the directory is durable, a crash may bring back the old file without later commits.
    await syncDirectory(dirname(this.#path)).catch((error) => {
      this.#failure = error;
    });
  }
}

function createOverlay(state: BucketState) {
  const objects = new Map<string, ObjectRecord | undefined>();
  const ended = new Set<string>();
  const view: PendingView = {
    object: (key) => (objects.has(key) ? objects.get(key) : state.objects.get(key)),
    upload: (id) => (ended.has(id) ? undefined : state.uploads.get(id)),
  };
  const note = (change: Change) => {
    if (change.op === 'put') {
      objects.set(change.object.key, change.object);
      if (change.object.uploadId !== undefined) ended.add(change.object.uploadId);
    } else if (change.op === 'delete') objects.set(change.key, undefined);
    else if (change.op === 'end') ended.add(change.uploadId);
  };
  return { view, note };
}
