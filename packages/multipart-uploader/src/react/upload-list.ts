import type { UploadProgress } from '../engine/timing/progress.ts';
import type { Upload } from '../engine/upload.ts';
import type { AddOptions, Uploader } from '../engine/uploader.ts';
import type { StoredUpload } from '../stores/upload-store.ts';

/** State of all uploads for a page, as one immutable value that is replaced on change. */
export interface UploadListSnapshot {
  readonly uploads: readonly Upload[];
  readonly progress: UploadProgress;
  readonly pending: readonly StoredUpload[];
}

/** File with the options of its upload. */
export interface FileToAdd {
  readonly file: Blob;
  readonly options: AddOptions;
}

/** Number of uploads up to which each of their events is passed on at once. */
const SHORT_LIST = 100;
/** Interval in which a longer list passes them on, because a page may render all rows each time. */
const LONG_LIST_INTERVAL_MS = 250;

/** Uploads that were added through this list, until they are removed. */
export interface UploadList {
  readonly snapshot: () => UploadListSnapshot;
  /** Calls back after each change. The returned function unsubscribes. */
  readonly subscribe: (onChange: () => void) => () => void;
  readonly add: (files: readonly FileToAdd[]) => readonly Upload[];
  readonly remove: (upload: Upload) => Promise<void>;
  readonly discard: (pending: StoredUpload) => Promise<void>;
}

/** One list per uploader, because uploads continue while no component shows them. */
const lists = new WeakMap<Uploader, UploadList>();

export function listOf(uploader: Uploader): UploadList {
  const list = lists.get(uploader) ?? createUploadList(uploader);
  lists.set(uploader, list);
  return list;
}

function createUploadList(uploader: Uploader): UploadList {
  const listeners = new Set<() => void>();
  let snapshot: UploadListSnapshot = { uploads: [], pending: [], progress: sumUp([]) };
  let latestReading = 0;
  let willUpdate = false;

  function update(change: Partial<UploadListSnapshot>): void {
    snapshot = { ...snapshot, ...change };
    snapshot = { ...snapshot, progress: sumUp(snapshot.uploads) };
    for (const listener of listeners) listener();
  }

  const isShort = (): boolean => snapshot.uploads.length <= SHORT_LIST;

  /** Passes on the changes of a long list within an interval, and reloads the resumable uploads once for all. */
  function updateLater(): void {
    if (willUpdate) return;
    willUpdate = true;
    setTimeout(() => {
      willUpdate = false;
      update({});
      void readPending();
    }, LONG_LIST_INTERVAL_MS);
  }

  /** Reloads the list of resumable uploads, without those that are running here. */
  async function readPending(): Promise<void> {
    latestReading += 1;
    const reading = latestReading;
    // Ignores a failing store, because then no upload can be resumed.
    const stored = await uploader.pending().catch(() => []);
    if (reading !== latestReading) return;
    const pending = withoutThoseOf(snapshot.uploads, stored);
    const isSame =
      pending.length === snapshot.pending.length &&
      pending.every(({ id }, index) => id === snapshot.pending[index]?.id);
    if (!isSame) update({ pending });
  }

  /** Waits until an ended upload has been removed, and then reloads the resumable ones. */
  async function settle(upload: Upload): Promise<void> {
    await upload.done.catch(() => {});
    if (upload.state === 'aborted') await upload.abort();
    if (isShort()) await readPending();
    else updateLater();
  }

  return {
    snapshot: () => snapshot,
    subscribe(onChange) {
      listeners.add(onChange);
      if (listeners.size === 1) void readPending();
      return () => void listeners.delete(onChange);
    },
    add(files) {
      const added = files.map(({ file, options }) => uploader.add(file, options));
      const onChange = (): void => (isShort() ? update({}) : updateLater());
      for (const upload of added) {
        upload.on('progress', onChange);
        upload.on('state', ({ state }) => {
          onChange();
          if (state !== 'idle' && state !== 'uploading') void settle(upload);
        });
      }
      const pending = withoutThoseOf(added, snapshot.pending);
      update({ uploads: [...snapshot.uploads, ...added], pending });
      return added;
    },
    async remove(upload) {
      update({ uploads: snapshot.uploads.filter((each) => each !== upload) });
      await upload.abort();
      await readPending();
    },
    async discard(pending) {
      await uploader.discard(pending);
      await readPending();
    },
  };
}

/** Stored uploads without those of the files of uploads that are not completed or aborted. */
function withoutThoseOf(uploads: readonly Upload[], stored: readonly StoredUpload[]) {
  const running = new Set<string>();
  for (const { name, file, state } of uploads) {
    const { size, lastModified } = file as Blob & Partial<File>;
    if (state !== 'completed' && state !== 'aborted')
      running.add(keyOf({ name, size, lastModified }));
  }
  return stored.filter(({ file }) => !running.has(keyOf(file)));
}

/** Key of a file; two files with one key are taken for one. */
function keyOf(file: { name: string; size: number; lastModified?: number | undefined }): string {
  return `${file.size} ${file.lastModified ?? 0} ${file.name}`;
}

/** Total progress without aborted uploads. */
function sumUp(uploads: readonly Upload[]): UploadProgress {
  const counted = uploads.filter(({ state }) => state !== 'aborted');
  const sum = (name: 'bytes' | 'totalBytes' | 'bytesPerSecond'): number =>
    counted.reduce((total, { progress }) => total + progress[name], 0);
  const bytes = sum('bytes');
  const totalBytes = sum('totalBytes');
  const bytesPerSecond = sum('bytesPerSecond');
  const timeLeftMs = bytesPerSecond > 0 ? ((totalBytes - bytes) / bytesPerSecond) * 1000 : null;
  return { bytes, totalBytes, bytesPerSecond, timeLeftMs };
}
