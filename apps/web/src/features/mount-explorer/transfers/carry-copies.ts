import { type ApiError, failure, networkFailure } from '@satchel/api-client/api-error';
import type { CrossStorageCopy } from '@satchel/api-client/contract/file-system-copies';
import { createXhrSender } from '@satchel/multipart-uploader/xhr';
import { client } from '#shared/api/client.ts';
import { OperationFailure } from '../operations/finish-operation.ts';
import type { ItemContext } from './batch-task.ts';
import { stage } from './staging.ts';
import { tryAgain } from './try-again.ts';

/** How many files are under way at once; each may be half on the disk. */
const FILES_AT_ONCE = 3;
/** The server takes no more in one call. */
const COMMITTED_AT_ONCE = 10_000;

/** A file whose bytes are to be carried from one storage to another. */
export interface CarriedFile {
  readonly downloadUrl: string;
  readonly uploadUrl: string;
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  readonly targetPath: string;
  readonly targetMountId: string;
}

type Context = Pick<ItemContext, 'signal' | 'onBytes'>;

/**
 * Carries copies between storages through the browser. What has been carried once is not carried again
 * by another try, and nothing appears before all of it is there.
 */
export class Carriage {
  readonly #files: readonly CarriedFile[];
  readonly #carried = new Set<CarriedFile>();
  readonly #operationId: string | undefined;

  constructor(copy: Pick<CrossStorageCopy, 'crossStorageResults' | 'operationId'>) {
    this.#files = carriedFilesOf(copy.crossStorageResults);
    this.#operationId = copy.operationId;
  }

  /** Has the server forget it at once, which frees the names; else it does so after a day. */
  async giveUp(): Promise<void> {
    if (this.#operationId === undefined) return;
    const params = { id: this.#operationId };
    await client.fs.cancelOperation({ params }).catch(() => {});
  }

  async run({ signal, onBytes }: Context): Promise<void> {
    const totalBytes = this.#files.reduce((sum, { size }) => sum + size, 0);
    const done = new Map<CarriedFile, number>();
    for (const file of this.#carried) done.set(file, file.size);
    const waiting = this.#files.filter((file) => !this.#carried.has(file));
    const failing = new AbortController();
    const either = AbortSignal.any([signal, failing.signal]);
    const worker = async () => {
      for (let file = waiting.shift(); file; file = waiting.shift()) {
        const current = file;
        const tell = (bytes: number) => {
          done.set(current, bytes);
          onBytes(
            [...done.values()].reduce((sum, each) => sum + each, 0),
            totalBytes,
          );
        };
        await tryAgain(() => carry(current, { signal: either, onBytes: tell }), either);
        this.#carried.add(current);
      }
    };
    try {
      await Promise.all(Array.from({ length: FILES_AT_ONCE }, worker));
    } catch (error) {
      // The others are not wanted without it.
      failing.abort(error);
      throw error;
    }
    await commit(this.#files, signal);
  }
}

/** Reading is the first half of the way, and sending the second. */
async function carry(file: CarriedFile, { signal, onBytes }: Context): Promise<void> {
  const { downloadUrl, uploadUrl, contentType, size } = file;
  const reply = await fetch(downloadUrl, { signal });
  if (!reply.ok) {
    throw refusalOf(reply.status);
  }
  const staged = await stage(reply, size, {
    signal,
    onBytes: (bytes) => onBytes(bytes / 2),
  });
  const put = { url: uploadUrl, headers: { 'Content-Type': contentType }, body: staged.blob };
  const onProgress = (bytes: number) => onBytes((size + bytes) / 2);
  const { status } = await createXhrSender()
    .put({ ...put, signal, onProgress })
    .catch((error: unknown) => Promise.reject(signal.aborted ? error : networkFailure(error)))
    .finally(() => void staged.remove());
  if (status !== 200) {
    throw refusalOf(status);
  }
  onBytes(size);
}

/** A storage that is at fault may do better next time; one that refuses will not. */
function refusalOf(status: number): ApiError {
  const error = new Error(`the storage answered ${status}`);
  return status >= 500
    ? networkFailure(error)
    : failure('upload.part_failed', error.message, error);
}

async function commit(files: readonly CarriedFile[], signal: AbortSignal): Promise<void> {
  const byMount = Map.groupBy(files, ({ targetMountId }) => targetMountId);
  for (const [targetMountId, ofMount] of byMount) {
    for (let start = 0; start < ofMount.length; start += COMMITTED_AT_ONCE) {
      const some = ofMount.slice(start, start + COMMITTED_AT_ONCE);
      const body = {
        targetMountId,
        files: some.map(({ targetPath, size }) => ({ targetPath, fileSize: size })),
      };
      const { failed } = await tryAgain(() => client.fs.commitCopies({ body }, { signal }), signal);
      if (failed[0]) throw new OperationFailure(failed[0].error);
    }
  }
}

export function carriedFilesOf(results: CrossStorageCopy['crossStorageResults']): CarriedFile[] {
  return results.flatMap((result): CarriedFile[] => {
    const { target, targetMount: targetMountId } = result;
    if (!result.isDirectory) return [{ ...result, targetPath: target, targetMountId }];
    return result.items.map((item) => ({
      ...item,
      targetPath: `${target}${item.relativeDir === '' ? '' : `${item.relativeDir}/`}${item.fileName}`,
      targetMountId,
    }));
  });
}
