import { failure, networkFailure, OperationError } from '../api-error.ts';
import type { CallsOf } from '../calls/bind-calls.ts';
import type { CrossStorageCopy } from '../contract/file-system-copies.ts';
import type { fs } from '../contract/routes.ts';
import { cancelOperation } from './run-operation.ts';
import { withRetries } from './with-retries.ts';

/** Maximum number of files that one call commits. */
const MAX_COMMITTED = 10_000;
const DEFAULT_CONCURRENCY = 3;

/** File whose bytes the client copies from one storage to another. */
export interface ClientSideCopyFile {
  /** URL to read it from. */
  readonly downloadUrl: string;
  /** URL for the PUT of its bytes. */
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
  /** Called with the number of copied bytes of the file. */
  readonly onProgress: (bytes: number) => void;
}

/**
 * Copies the bytes of one file. It is called again after a lost connection and after a fault of a
 * storage.
 *
 * @returns the ETag from the storage's answer, if it is known
 */
export type CopyBytes = (
  file: ClientSideCopyFile,
  context: CopyBytesContext,
) => Promise<string | undefined>;

/** Options of `fs.copyClientSide`. */
export interface ClientSideCopyOptions {
  /** Default {@link copyBytesInMemory}. */
  readonly copyBytes?: CopyBytes | undefined;
  /** Concurrent files; default 3. */
  readonly concurrency?: number | undefined;
}

/** Options of {@link ClientSideCopy.run}. */
export interface ClientSideCopyRun {
  readonly signal?: AbortSignal | undefined;
  /** Called with the copied bytes of all files, and of one of them. */
  readonly onProgress?:
    | ((bytes: number, totalBytes: number, file: ClientSideCopyFile, fileBytes: number) => void)
    | undefined;
  /**
   * Called for a file that failed; then the others continue. By default the first failure ends the run.
   */
  readonly onFailure?: ((file: ClientSideCopyFile, error: unknown) => void) | undefined;
}

/** Copies between two storages, which the client makes itself. Created by `fs.copyClientSide`. */
export interface ClientSideCopy {
  readonly files: readonly ClientSideCopyFile[];
  /**
   * Copies all files, then makes the server publish them. Another call after a failure copies only the
   * missing files.
   *
   * @throws {OperationError} if the server does not publish a file
   */
  run(options?: ClientSideCopyRun): Promise<void>;
  /** Makes the server drop unpublished files, which frees their names immediately. Never fails. */
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
    // A failure ends the other workers, because nothing is published without this file.
    await Promise.all(Array.from({ length: concurrency }, worker)).finally(() => failing.abort());
  }

  return {
    files,
    async run(options = {}) {
      await copyAll(options);
      await commit(calls, copied, options);
    },
    abandon: () => cancelOperation(calls, copy.operationId),
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
 * Copies the bytes of one file with `fetch`, through memory. Reading counts as half of the progress.
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

/** Error for a storage's answer. A fault may be temporary; a refusal is permanent. */
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
      targetPath: target + (item.relativeDir && `${item.relativeDir}/`) + item.fileName,
      targetMountId,
    }));
  });
}
