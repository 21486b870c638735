import { mkdir, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { note } from '../terminal/output.ts';
import { createProgress } from '../terminal/progress.ts';
import { walkItems } from './bundle-items.ts';
import { type BundleAccess, type BundleVisit, itemSource } from './bundle-visit.ts';
import { forEachFile } from './copy-task.ts';
import { downloadFile } from './download.ts';
import { createPathClaims } from './local-names.ts';
import { createRecords } from './records.ts';
import { safeNameOf } from './safe-name.ts';

/** Precision of the times of FAT, the coarsest of file systems. */
const TIME_PRECISION_MS = 2000;

/** Files of a bundle to download. */
interface BundleDownload {
  readonly access: BundleAccess;
  readonly visit: BundleVisit;
  /** Folder of the bundle; undefined for all of it. */
  readonly folder: string | undefined;
  /** True to download and replace files that are there already. */
  readonly isForced: boolean | undefined;
}

/**
 * Downloads the files of a bundle into a folder. Leaves files out that an earlier run has completed, and
 * resumes the others. Prints failures, and continues with the rest.
 *
 * @throws {CommandError} `some_failed`
 */
export async function saveFolder(
  context: Context,
  { access, visit, folder = '', isForced = false }: BundleDownload,
  root: string,
): Promise<void> {
  const { signal, stateDirectory } = context;
  const { client, slug } = access;
  const records = createRecords(stateDirectory, 'downloads');
  const progress = createProgress(context);
  const read = async (query: object) => {
    const { grant } = await visit.grant();
    return client.bundles.items({ params: { slug }, query: { ...query, grant } }, { signal });
  };
  const claim = createPathClaims();
  let isReported = true;
  await mkdir(root, { recursive: true });
  try {
    await forEachFile(
      { context },
      walkItems(read, folder),
      ({ path }) => path,
      async ({ path, size, modified }) => {
        const localPath = localPathOf(root, path.slice(folder === '' ? 0 : folder.length + 1));
        await claim(localPath);
        if (!isForced && (await isComplete(localPath, size, modified))) return;
        await mkdir(dirname(localPath), { recursive: true });
        const source = itemSource(access, visit, path, isReported);
        // The owner of the bundle gets one notification for all files.
        isReported = false;
        const onProgress = (bytes: number, total: number) => progress.update(path, bytes, total);
        await downloadFile(source, localPath, { records, signal, onProgress });
        await utimes(localPath, new Date(), new Date(modified));
      },
    );
  } finally {
    progress.end();
  }
  note(context, 'saved', { path: root });
}

/** @throws {CommandError} `name_unsafe` if a segment is no plain name, such as `..` */
function localPathOf(root: string, path: string): string {
  return join(root, ...path.split('/').map(safeNameOf));
}

/**
 * @throws {CommandError} `file_exists` for a file of another size, because it may be the user's own, and for
 *   one that is older than the item, which may have been replaced since
 */
async function isComplete(path: string, size: number | null, modified: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return false;
  const isOlder = found.mtimeMs < Date.parse(modified) - TIME_PRECISION_MS;
  if (found.isFile() && found.size === size && !isOlder) return true;
  throw new CommandError('file_exists', { path });
}
