import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShareUploadOptions } from '@satchel/api-client';
import { resumeUpload, type StoredUpload, type UploadStore } from '@satchel/multipart-uploader';
import { readPrivateFile, writePrivateFile } from '../session/private-file.ts';

/** Lifetime of a record: servers remove unfinished uploads after a day. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Stores the state of uploads to one server, or to one delivery, in one file per upload, so that the same command resumes after a
 * crash. A record has the names and sizes of parts, and never a password or a key.
 */
export function createFileStore(stateDirectory: string, name: string): UploadStore {
  const directory = join(stateDirectory, 'uploads', hashOf(name));
  const pathOf = (id: string) => join(directory, `${hashOf(id)}.json`);
  let hasTidied = false;
  return {
    resume: resumeUpload,
    get: async (id) => (await readPrivateFile(pathOf(id))) as StoredUpload | undefined,
    async set(record) {
      await writePrivateFile(pathOf(record.id), record);
      if (hasTidied) return;
      hasTidied = true;
      await removeOldFiles(directory);
    },
    delete: (id) => rm(pathOf(id), { force: true }),
    async list() {
      const names = await readdir(directory).catch(() => []);
      const records = await Promise.all(
        names
          // The drafts of killed programs have other endings.
          .filter((name) => name.endsWith('.json'))
          .map((name) => readPrivateFile(join(directory, name)).catch(() => undefined)),
      );
      return records.filter((record) => record !== undefined) as StoredUpload[];
    },
  };
}

/**
 * Removes the records of a bundle's uploads to these paths, whose files have arrived. Only runs that were
 * killed leave such records: after the server had committed the file, or before the file was replaced.
 */
export async function removeRecordsOf(
  store: UploadStore,
  bundleId: string,
  itemPaths: ReadonlySet<string>,
): Promise<void> {
  for (const { id, metadata } of await store.list()) {
    const { share } = metadata as Partial<ShareUploadOptions>;
    const { bundle_id, relative_path } = share ?? {};
    if (bundle_id === bundleId && itemPaths.has(relative_path ?? '')) await store.delete(id);
  }
}

async function removeOldFiles(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > LIFETIME_MS) await rm(path, { force: true });
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
