import { client } from '#shared/api/client.ts';
import { childPath, directoryPath, plainPath } from '../../entry-path.ts';
import { findExisting } from '../names/existing-entries.ts';

/** An entry that is copied or moved as a whole. */
export interface PlannedEntry {
  readonly sourcePath: string;
  readonly targetPath: string;
  /** In bytes; null if unknown. */
  readonly size: number | null;
}

export interface MergePlan {
  readonly entries: readonly PlannedEntry[];
  /** Folders whose entries are moved one by one, inner ones first. */
  readonly merged: readonly string[];
}

/**
 * Plans which entries to move so that a source arrives at its target. Folders of the same name are merged at
 * every depth; everything else moves as a whole.
 */
export async function planMerge(
  { sourcePath, targetPath }: Pick<PlannedEntry, 'sourcePath' | 'targetPath'>,
  signal: AbortSignal,
): Promise<MergePlan> {
  const entries: PlannedEntry[] = [];
  const merged: string[] = [];
  const wanted = plainPath(targetPath);
  const isFolder = sourcePath.endsWith('/') && plainPath(sourcePath) !== wanted;
  const existing = isFolder ? await findExisting([wanted], signal) : undefined;
  if (existing?.get(wanted)?.isDirectory) await merge(sourcePath, wanted);
  else entries.push({ sourcePath, targetPath, size: null });
  return { entries, merged };

  async function merge(from: string, to: string): Promise<void> {
    const folders: PlannedEntry[] = [];
    for await (const entry of client.fs.entries(directoryPath(from), { signal })) {
      // Mounts cannot be moved.
      if (entry.isVirtual) continue;
      const target = childPath(to, entry.name);
      const planned = { sourcePath: entry.path, targetPath: target, size: entry.size };
      if (entry.isDirectory) folders.push(planned);
      else entries.push(planned);
    }
    const there = await findExisting(
      folders.map((folder) => folder.targetPath),
      signal,
    );
    for (const folder of folders) {
      if (there.get(folder.targetPath)?.isDirectory) {
        await merge(folder.sourcePath, folder.targetPath);
      } else entries.push(folder);
    }
    merged.push(from);
  }
}
