import { AppError } from '#errors';
import { whenFree } from '#ledger/when-free.ts';
import { findNamed, hasAnyBelow } from '#object-store/find-named.ts';
import type { FileSystemDependencies } from '../dependencies.ts';
import type { AuthorizedPath } from '../resolved-path.ts';
import { assertParent, parentOf } from './directories.ts';

/**
 * Checks that the parent directory of a key or prefix exists, and waits while another call creates it.
 *
 * @throws {AppError} `file_system.parent_missing`
 */
export function assertParentMade(
  { ledger, directories }: Pick<FileSystemDependencies, 'ledger' | 'directories'>,
  { storage: { config, store } }: AuthorizedPath,
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

/**
 * Checks that no file has the name of a directory above a key or prefix, because WebDAV cannot tell a file and a
 * directory of one name apart. One request per missing directory, and none for a directory that the cache knows.
 *
 * @throws {AppError} `file_system.exists`
 */
export async function assertNoFileAbove(
  { directories }: Pick<FileSystemDependencies, 'directories'>,
  { storage: { config, store }, key }: AuthorizedPath,
  signal: AbortSignal,
): Promise<void> {
  for (let parent = parentOf(key); parent !== ''; parent = parentOf(parent)) {
    let isFile = false;
    const isFilled = await directories.isFilled(config.id, parent, async () => {
      const { object, isDirectory } = await findNamed(store, parent.slice(0, -1), signal);
      isFile = object !== undefined;
      return isDirectory;
    });
    if (isFilled) return;
    if (isFile) throw new AppError('file_system.exists');
  }
}
