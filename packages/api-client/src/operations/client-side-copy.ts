import { failure, networkFailure, OperationError } from '../api-error.ts';
import type { CallsOf } from '../calls/bind-calls.ts';
import type { CrossStorageCopy } from '../contract/file-system-copies.ts';
import type { fs } from '../contract/routes.ts';
import { withRetries } from './with-retries.ts';

/** Files that one call commits at most. */
const MAX_COMMITTED = 10_000;
const DEFAULT_CONCURRENCY = 3;

/** A file whose bytes the client copies from one storage to another. */
export interface ClientSideCopyFile {
  /** Address to read it from. */
  readonly downloadUrl: string;
  /** Address for the PUT of its bytes. */
  readonly uploadUrl: string;
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  readonly targetPath: string;
  readonly targetMountId: string;
}

/** Signal and progress of one file's copy. */
export interface CopyBytesContext {
  readonly signal: AbortSignal;
  /** Takes how much of the file is copied, in bytes. */
  readonly onProgress: (bytes: number) => void;
}

/**
 * Copies the bytes of one file. It is tried again after a lost connection and after a fault of a storage.
 *
 * @returns the ETag that the storage answered with, if it is known
 */
export type CopyBytes = (
  file: ClientSideCopyFile,
  context: CopyBytesContext,
) => Promise<string | undefined>;

/** Options of `fs.copyClientSide`. */
export interface ClientSideCopyOptions {
  /** Default {@link copyBytesInMemory}. */
  readonly copyBytes?: CopyBytes | undefined;
  /** Files that are copied at the same time; default 3. */
  readonly concurrency?: number | undefined;
}

/** Options of {@link ClientSideCopy.run}. */
export interface ClientSideCopyRun {
  readonly signal?: AbortSignal | undefined;
  /** Takes the bytes of all files, and of one of them. */
  readonly onProgress?:
    | ((bytes: number, totalBytes: number, file: ClientSideCopyFile, fileBytes: number) => void)
    | undefined;
  /** Takes a file that failed; then the others go on. By default the first failure ends the run. */
  readonly onFailure?: ((file: ClientSideCopyFile, error: unknown) => void) | undefined;
}

/** Copies between two storages, which the client makes itself. Made by `fs.copyClientSide`. */
export interface ClientSideCopy {
  readonly files: readonly ClientSideCopyFile[];
  /**
   * Copies all files, then has the server publish them. Another call after a failure copies only what is
   * missing.
   *
   * @throws {OperationError} where the server does not publish a file
   */
  run(options?: ClientSideCopyRun): Promise<void>;
  /** Has the server drop what is not published, which frees the names at once. Never fails. */
  abandon(): Promise<void>;
}

type Calls = Pick<CallsOf<typeof fs>, 'commitCopies' | 'cancelOperation'>;

export function createClientSideCopy(
  calls: Calls,
  copy: Pick<CrossStorageCopy, 'crossStorageResults' | 'operationId'>,
  { copyBytes = copyBytesInMemory, concurrency = DEFAULT_CONCURRENCY }: ClientSideCopyOptions = {},
): ClientSideCopy {
  const files = filesOf(copy.crossStorageResults);
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
  /** ETags of copied files. */
  const copied = new Map<ClientSideCopyFile, string | undefined>();

  async function copyAll({ signal, onProgress, onFailure }: ClientSideCopyRun): Promise<void> {
    const waiting = files.filter((file) => !copied.has(file));
    const failing = new AbortController();
    const either = signal ? AbortSignal.any([signal, failing.signal]) : failing.signal;
    let bytes = [...copied.keys()].reduce((sum, { size }) => sum + size, 0);
    const copyOne = async (file: ClientSideCopyFile) => {
      let before = 0;
      const tell = (fileBytes: number) => {
        bytes += fileBytes - before;
        before = fileBytes;
        onProgress?.(bytes, totalBytes, file, fileBytes);
      };
      const context = { signal: either, onProgress: tell };
      copied.set(file, await withRetries(() => copyBytes(file, context), either));
    };
    const worker = async () => {
      for (let file = waiting.shift(); file; file = waiting.shift()) {
        try {
          await copyOne(file);
        } catch (error) {
          if (either.aborted || !onFailure) throw error;
          onFailure(file, error);
        }
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker)).catch((error: unknown) => {
      // Ends the other workers, because nothing is published without this file.
      failing.abort(error);
      throw error;
    });
  }

  return {
    files,
    async run(options = {}) {
      await copyAll(options);
      await commit(calls, copied, options);
    },
    async abandon() {
      if (copy.operationId === undefined) return;
      await calls.cancelOperation({ params: { id: copy.operationId } }).catch(() => {});
    },
  };
}

async function commit(
  calls: Calls,
  copied: ReadonlyMap<ClientSideCopyFile, string | undefined>,
  { signal, onFailure }: ClientSideCopyRun,
): Promise<void> {
  const byMount = Map.groupBy(copied.keys(), ({ targetMountId }) => targetMountId);
  for (const [targetMountId, ofMount] of byMount) {
    for (let start = 0; start < ofMount.length; start += MAX_COMMITTED) {
      const batch = ofMount.slice(start, start + MAX_COMMITTED);
      const files = batch.map((file) => ({
        targetPath: file.targetPath,
        fileSize: file.size,
        etag: copied.get(file),
      }));
      const body = { targetMountId, files };
      const { failed } = await withRetries(() => calls.commitCopies({ body }, { signal }), signal);
      for (const { targetPath, error } of failed) {
        const refusal = new OperationError(error);
        const file = batch.find((one) => one.targetPath === targetPath);
        if (!onFailure || !file) throw refusal;
        onFailure(file, refusal);
      }
    }
  }
}

/**
 * Copies the bytes of one file by `fetch`, through memory. Reading counts as half of the progress.
 *
 * @throws {ApiError} `client.network` for a fault of a storage, `upload.part_failed` for its refusal
 */
export async function copyBytesInMemory(
  { downloadUrl, uploadUrl, contentType, size }: ClientSideCopyFile,
  { signal, onProgress }: CopyBytesContext,
): Promise<string | undefined> {
  const source = await fetch(downloadUrl, { signal });
  if (!source.ok) throw storageFailure(source.status);
  const body = await source.blob();
  onProgress(size / 2);
  const headers = { 'content-type': contentType };
  const reply = await fetch(uploadUrl, { method: 'PUT', headers, body, signal });
  if (!reply.ok) throw storageFailure(reply.status);
  onProgress(size);
  return reply.headers.get('etag') ?? undefined;
}

/** The error of a storage's answer. A fault may pass; a refusal stays. */
export function storageFailure(status: number): Error {
  const error = new Error(`the storage answered ${status}`);
  return status >= 500
    ? networkFailure(error)
    : failure('upload.part_failed', error.message, error);
}

function filesOf(results: CrossStorageCopy['crossStorageResults']): ClientSideCopyFile[] {
  return results.flatMap((result): ClientSideCopyFile[] => {
    const { target, targetMount: targetMountId } = result;
    if (!result.isDirectory) return [{ ...result, targetPath: target, targetMountId }];
    return result.items.map((item) => ({
      ...item,
      targetPath: `${target}${item.relativeDir === '' ? '' : `${item.relativeDir}/`}${item.fileName}`,
      targetMountId,
    }));
  });
}
