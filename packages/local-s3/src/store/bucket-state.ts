import type { RecordPosition } from './journal-file.ts';
import type { Change, ObjectRecord, PartRecord, UploadRecord } from './records.ts';
import { SortedIndex } from './sorted-index.ts';

/** An object in memory: what listings show, and where the rest of its record is. */
export interface Entry {
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  readonly modifiedMs: number;
  readonly data: string;
  readonly checksumAlgorithm: string | undefined;
  /** Whether its data is a directory of segments. */
  readonly isSegmented: boolean;
  position: RecordPosition;
  /** The number of replies that read the bytes. Those of a replaced entry are removed after the last. */
  readers: number;
  isReplaced: boolean;
}

export interface Part extends PartRecord {
  position: RecordPosition;
}

export interface Upload extends UploadRecord {
  position: RecordPosition;
  readonly parts: Map<number, Part>;
}

/** Data on disk to which nothing refers after a change. */
export interface Leftovers {
  readonly entries: Entry[];
  /** Paths below the data directory. */
  readonly paths: string[];
}

export class BucketState {
  readonly objects = new SortedIndex<Entry>();
  readonly uploads = new Map<string, Upload>();
  #partCount = 0;

  get recordCount(): number {
    return this.objects.size + this.uploads.size + this.#partCount;
  }

  apply(change: Change, position: RecordPosition, leftovers: Leftovers): void {
    switch (change.op) {
      case 'put':
        this.#replace(change.object.key, leftovers);
        this.objects.set(toEntry(change.object, position));
        if (change.object.uploadId !== undefined) this.#finish(change.object, leftovers);
        return;
      case 'delete':
        this.#replace(change.key, leftovers);
        this.objects.delete(change.key);
        return;
      case 'start':
        this.uploads.set(change.upload.id, { ...change.upload, position, parts: new Map() });
        return;
      case 'part':
        this.#addPart(change.part, position, leftovers);
        return;
      case 'end':
        this.#end(change.uploadId, leftovers);
    }
  }

  /** Whether the record is still current, so that compaction keeps it. */
  holder(change: Change, position: RecordPosition): { position: RecordPosition } | undefined {
    const holder = this.#holderOf(change);
    return holder?.position.offset === position.offset ? holder : undefined;
  }

  #holderOf(change: Change): { position: RecordPosition } | undefined {
    if (change.op === 'put') return this.objects.get(change.object.key);
    if (change.op === 'start') return this.uploads.get(change.upload.id);
    if (change.op !== 'part') return undefined;
    return this.uploads.get(change.part.uploadId)?.parts.get(change.part.partNumber);
  }

  #replace(key: string, leftovers: Leftovers): void {
    const entry = this.objects.get(key);
    if (entry === undefined) return;
    entry.isReplaced = true;
    leftovers.entries.push(entry);
  }

  #addPart(part: PartRecord, position: RecordPosition, leftovers: Leftovers): void {
    const upload = this.uploads.get(part.uploadId);
    if (upload === undefined) return;
    const replaced = upload.parts.get(part.partNumber);
    if (replaced === undefined) this.#partCount += 1;
    else leftovers.paths.push(`${upload.data}/${replaced.file}`);
    upload.parts.set(part.partNumber, { ...part, position });
  }

  /** Makes the directory of a completed upload the object's, and removes parts that it does not use. */
  #finish(object: ObjectRecord, leftovers: Leftovers): void {
    const upload = this.uploads.get(object.uploadId ?? '');
    if (upload === undefined) return;
    const kept = new Set(object.segments?.map((segment) => segment.file));
    for (const part of upload.parts.values()) {
      if (!kept.has(part.file)) leftovers.paths.push(`${upload.data}/${part.file}`);
    }
    this.#partCount -= upload.parts.size;
    this.uploads.delete(upload.id);
  }

  #end(uploadId: string, leftovers: Leftovers): void {
    const upload = this.uploads.get(uploadId);
    if (upload === undefined) return;
    this.#partCount -= upload.parts.size;
    this.uploads.delete(uploadId);
    leftovers.paths.push(upload.data);
  }
}

function toEntry(object: ObjectRecord, position: RecordPosition): Entry {
  const { key, size, etag, modifiedMs, data } = object;
  const checksumAlgorithm = object.checksum?.algorithm;
  return {
    key,
    size,
    etag,
    modifiedMs,
    data,
    checksumAlgorithm,
    isSegmented: object.segments !== undefined,
    position,
    readers: 0,
    isReplaced: false,
  };
}
