import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ArchiveEntry } from '../archive/read-archive.ts';

/** Writes an entry of the embedded store, or the secret key, below a folder, and syncs it to disk. */
export async function unpack({ name, body }: ArchiveEntry, folder: string): Promise<void> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of body) await file.writeFile(chunk);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Adds the folders that the archive lacks for a bucket without objects. */
export async function completeBucket(name: string, folder: string): Promise<void> {
  const bucket = dirname(join(folder, name));
  for (const part of ['data', 'tmp']) await mkdir(join(bucket, part), { recursive: true });
}
