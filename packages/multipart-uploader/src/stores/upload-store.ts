import type { FileDescription, UploadReference, UploadTransport } from '../engine/ports.ts';
import type { UploadSession } from '../engine/session/upload-session.ts';
import type { RetryPolicy } from '../engine/timing/retry.ts';

/**
 * Handle that can open the file again after a reload. `FileSystemFileHandle` is compatible.
 *
 * @example
 * const [handle] = await showOpenFilePicker();
 * uploader.add(await handle.getFile(), { handle });
 */
export interface FileHandle {
  getFile(): Promise<File>;
}

/**
 * Stored state of an upload, so that it can be resumed after a reload: plain data and a file handle, which
 * IndexedDB can store.
 *
 * @example
 * const [first] = await uploader.pending();
 * console.log(first?.file.name, first?.createdAtMs);
 */
export interface StoredUpload<Metadata = unknown> extends UploadReference<Metadata> {
  /** Fingerprint of the file and its destination. */
  readonly id: string;
  /** In bytes. */
  readonly partSize: number;
  readonly createdAtMs: number;
  /** ETags of the parts that the store has, by part number. */
  readonly etags: Readonly<Record<number, string>>;
  /** Whether `complete` was sent and may have succeeded. */
  readonly isCompleting: boolean;
  readonly handle?: FileHandle | undefined;
}

/** Fields of an upload's job that find it in a store and ask the server for its parts. */
export interface ResumableJob extends RetryPolicy {
  readonly file: Blob;
  readonly description: FileDescription;
  readonly metadata?: unknown;
  readonly destination?: string;
  readonly transport: UploadTransport;
  readonly requestTimeoutMs: number;
  readonly store?: UploadStore;
}

/** Fingerprint of the file, and the session to resume; null if a new one is needed. */
export interface ResumedUpload {
  readonly id: string;
  readonly session: UploadSession | null;
}

/**
 * Stores uploads across reloads. `./indexeddb` provides one. A failing store does not fail the upload, which
 * then cannot be resumed.
 *
 * @example
 * const records = new Map<string, StoredUpload>();
 * const store: UploadStore = {
 *   resume: resumeUpload,
 *   get: async (id) => records.get(id),
 *   set: async (record) => void records.set(record.id, record),
 *   delete: async (id) => void records.delete(id),
 *   list: async () => [...records.values()],
 * };
 */
export interface UploadStore {
  /** Always `resumeUpload`. */
  readonly resume: (job: ResumableJob, signal: AbortSignal) => Promise<ResumedUpload>;
  get(id: string): Promise<StoredUpload | undefined>;
  set(record: StoredUpload): Promise<void>;
  delete(id: string): Promise<void>;
  list(): Promise<readonly StoredUpload[]>;
}
