import { type ClientSideCopy, isApiError, OperationError } from '@satchel/api-client';
import type {
  CrossStorageCopy,
  SameStorageCopy,
} from '@satchel/api-client/contract/file-system-copies';
import { client } from '#shared/api/client.ts';
import { parentOf, plainPath } from '../../entry-path.ts';
import { type ItemContext, runOptionsOf } from '../batch/batch-task.ts';
import { freeBeside } from '../names/place-files.ts';
import { putInPlace, removeEntry } from '../names/put-in-place.ts';
import { copyBytes } from './copy-bytes.ts';
import type { JournaledStep } from './transfer-journal.ts';

type CopyResult = SameStorageCopy | CrossStorageCopy;
type Context = Pick<ItemContext, 'signal' | 'onBytes'> & {
  /** Called with the id of an operation, so that it can be found again after a reload. */
  onId?: (id: string) => void;
};

/**
 * Copies or moves one entry. Within a mount the storage moves it. Otherwise it is copied, and the source is
 * deleted only when the copy exists. A replaced entry is deleted last, too.
 */
export class EntryCopy {
  readonly #step: JournaledStep;
  readonly #isMove: boolean;
  readonly #wanted: string;
  #target: string | null = null;
  #clientSide: { readonly copy: ClientSideCopy; readonly path: string } | null = null;
  /** Path of the finished copy; null while there is none. */
  #made: string | null = null;
  #isSourceGone: boolean;

  constructor(step: JournaledStep, { isMove }: { isMove: boolean }) {
    this.#step = step;
    this.#isMove = isMove;
    this.#isSourceGone = !isMove;
    this.#wanted = plainPath(step.targetPath);
  }

  /** Path of the result; null until it exists. */
  get result(): string | null {
    return this.#step.replaces && this.#made !== null ? this.#wanted : this.#made;
  }

  /** A second call continues at the step that failed. */
  async run(context: Context): Promise<void> {
    const { sourcePath, replaces } = this.#step;
    const { signal } = context;
    this.#target ??= replaces ? await freeBeside(this.#wanted, new Set(), signal) : this.#wanted;
    this.#made ??= await this.#make(this.#target, context);
    if (!this.#isSourceGone) await removeEntry(sourcePath, signal);
    this.#isSourceGone = true;
    if (replaces) await putInPlace(this.#made, this.#wanted, signal);
  }

  /** Removes partial results when the copy will not be retried. */
  giveUp(): void {
    void this.#clientSide?.copy.abandon();
  }

  async #make(to: string, context: Context): Promise<string> {
    if (!this.#clientSide) {
      const slash = this.#step.sourcePath.endsWith('/') ? '/' : '';
      const result = await begin(this.#step, to + slash, this.#isMove, context);
      if (result === null) {
        this.#isSourceGone = true;
        return to;
      }
      const path = targetOf(result);
      if (!result.crossStorage || path !== null) return plainPath(path ?? to);
      const results = result.crossStorageResults;
      const copy = client.fs.copyClientSide(result, { copyBytes });
      this.#clientSide = { copy, path: plainPath(results[0]?.target ?? to) };
    }
    const { signal, onBytes } = context;
    await this.#clientSide.copy.run({ signal, onProgress: onBytes });
    return this.#clientSide.path;
  }
}

/** Resumes the server's operation, or starts one. Returns null if the mount has moved the entry itself. */
async function begin(
  { sourcePath, operationId }: JournaledStep,
  targetPath: string,
  isMove: boolean,
  context: Context,
): Promise<CopyResult | null> {
  const options = runOptionsOf(context, context.onId);
  if (operationId) return (await client.fs.follow(operationId, options)) as CopyResult | null;
  if (isMove) {
    try {
      const body = { oldPath: sourcePath, newPath: targetPath };
      return (await client.fs.run('rename', { body }, options)) as null;
    } catch (error) {
      if (!(isApiError(error) && error.code === 'file_system.other_mount')) throw error;
    }
  }
  return client.fs.run('copy', { body: { items: [{ sourcePath, targetPath }] } }, options);
}

/** Path of a copy within one storage; null for a client-side copy. */
function targetOf(result: CopyResult): string | null {
  const [failed] = result.details.filter(({ status }) => status === 'failed');
  if (failed) throw new OperationError(failed.message);
  if (result.crossStorage && result.failed[0]) throw new OperationError(result.failed[0].error);
  if (result.crossStorage && result.crossStorageResults.length > 0) return null;
  return result.details[0]?.targetPath ?? null;
}

/** Whether both are in one directory, so that a copy gets another name without a question. */
export function isBeside(path: string, directory: string): boolean {
  return parentOf(path) === plainPath(directory);
}
