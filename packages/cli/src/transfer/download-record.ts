import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readPrivateFile, writePrivateFile } from '../session/private-file.ts';

/** What is kept of a download that has begun. The bytes are in the file's `.part`. */
export interface DownloadRecord {
  /** Of the finished file, absolute. */
  readonly path: string;
  /** As the source calls the file. */
  readonly name: string;
  /** The ETag or time by which the source tells whether the file is still the same (RFC 9110, 13.1.5). */
  readonly validator: string;
  /** Where a share's bytes are, with the proof that its view is counted: it costs no second one. */
  readonly url?: string | undefined;
}

/** Remembers how downloads go on. One a source: of two to different places, the latest. */
export interface DownloadRecords {
  find(source: string): Promise<DownloadRecord | undefined>;
  save(source: string, record: DownloadRecord): Promise<void>;
  remove(source: string): Promise<void>;
}

export function createDownloadRecords(stateDirectory: string): DownloadRecords {
  const pathOf = (source: string) => {
    const name = createHash('sha256').update(source).digest('hex').slice(0, 32);
    return join(stateDirectory, 'downloads', `${name}.json`);
  };
  return {
    // One that cannot be read is none: the download begins anew.
    find: (source) =>
      readPrivateFile(pathOf(source)).catch(() => undefined) as Promise<DownloadRecord | undefined>,
    save: (source, record) => writePrivateFile(pathOf(source), record),
    remove: (source) => rm(pathOf(source), { force: true }),
  };
}
