import { setTimeout } from 'node:timers/promises';
import { AppError } from '#errors';
import type { FileSystemDependencies } from '../dependencies.ts';
import type { AuthorizedPlace } from '../places.ts';
import { assertParent, hasAnyBelow, parentOf } from './directories.ts';

/** Pauses between attempts; 2 s in total (CONTRACT A7). */
const PAUSES_MS = [10, 20, 40, 80, 150, 200, 200, 200, 200, 200, 300, 400];

/**
 * Claims a name, and retries for a while if another write holds it: making a folder or writing a small
 * file takes a moment, and clients copy many files concurrently.
 *
 * @param recheck runs before each repetition; throws if the other write has made the claim pointless
 */
export async function whenFree<T>(
  claim: () => Promise<T>,
  recheck: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<T> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await claim();
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'file_system.busy')) throw error;
    }
    await setTimeout(pauseMs, undefined, { signal });
    await recheck();
  }
  return claim();
}

/**
 * Checks that the parent directory of a key or prefix exists, and waits while another call creates it.
 *
 * @throws {AppError} `file_system.parent_missing`
 */
export function assertParentMade(
  { ledger, directories }: Pick<FileSystemDependencies, 'ledger' | 'directories'>,
  { storage: { config, store } }: AuthorizedPlace,
  key: string,
  signal: AbortSignal,
): Promise<void> {
  const check = async () => {
    try {
      await assertParent(store, key, signal, (parent) =>
        directories.isFilled(config.id, parent, () => hasAnyBelow(store, parent, signal)),
      );
    } catch (error) {
      const isMissing = error instanceof AppError && error.code === 'file_system.parent_missing';
      if (!isMissing) throw error;
      const writes = await ledger.findByKey(config.id, parentOf(key));
      const areMade = await Promise.all(writes.map(ledger.isCompleting));
      if (areMade.includes(true)) throw new AppError('file_system.busy');
      // Checks again, because the directory may have been created between the two queries.
      await assertParent(store, key, signal);
    }
  };
  return whenFree(check, async () => undefined, signal);
}
