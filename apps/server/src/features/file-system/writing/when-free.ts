import { setTimeout } from 'node:timers/promises';
import { AppError } from '#errors';
import type { FileSystemDependencies } from '../dependencies.ts';
import type { AuthorizedPlace } from '../places.ts';
import { assertParent, hasAnyBelow, parentOf } from './directories.ts';

/** Two seconds in all (CONTRACT A7). */
const PAUSES_MS = [10, 20, 40, 80, 150, 200, 200, 200, 200, 200, 300, 400];

/**
 * Claims a name, and where somebody else has it tries again for a while: making a folder or writing a
 * small file is over in a moment, and clients copy many files at once.
 *
 * @param recheck before each repetition; throws where the other one has made the claim pointless
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
 * Checks that there is a directory to hold a key or a prefix, and waits where somebody is making it.
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
      // It may have been made between the two questions.
      await assertParent(store, key, signal);
    }
  };
  return whenFree(check, async () => undefined, signal);
}
