import type { DataFiles } from './data-files.ts';
import type { Journal } from './journal.ts';

/**
 * Removes files that no record refers to, left by writes that a crash interrupted. Creates the
 * directories of uploads without parts, because backups of files often leave out empty ones.
 */
export async function sweepBucket(journal: Journal, files: DataFiles): Promise<void> {
  const { state } = journal;
  const referenced = new Set<string>();
  for (const entry of state.objects.from('')) {
    referenced.add(entry.data);
    if (entry.isSegmented) {
      const { segments } = await journal.readObject(entry);
      await sweepDirectory(files, entry.data, segments?.map(({ file }) => file) ?? []);
    }
  }
  for (const upload of state.uploads.values()) {
    referenced.add(upload.data);
    const parts = [...upload.parts.values()];
    await sweepDirectory(
      files,
      upload.data,
      parts.map(({ file }) => file),
    );
  }
  await files.sweep((data) => referenced.has(data));
  for (const upload of state.uploads.values()) await files.createDirectory(upload.data);
}

async function sweepDirectory(files: DataFiles, data: string, kept: readonly string[]) {
  const known = new Set(kept);
  for (const file of await files.list(data)) {
    if (!known.has(file)) await files.remove(`${data}/${file}`);
  }
}
