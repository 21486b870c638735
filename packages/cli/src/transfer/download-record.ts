import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readPrivateFile, writePrivateFile } from '../session/private-file.ts';

/** State of an unfinished download. Its bytes are in the file's `.part`. */
export interface DownloadRecord {
  /** Absolute path of the complete file. */
  readonly path: string;
  /** Name of the file at the source. */
  readonly name: string;
  /** ETag or time with which the source checks that the file is unchanged (RFC 9110, 13.1.5). */
  readonly validator: string;
  /** Address of a share's bytes with a grant for the counted view, so that using it costs no second view. */
  readonly url?: string | undefined;
}

/** Stores the state of downloads: the latest one of each source. */
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
    // Ignores an unreadable record, so that the download starts again.
    find: (source) =>
      readPrivateFile(pathOf(source)).catch(() => undefined) as Promise<DownloadRecord | undefined>,
    save: (source, record) => writePrivateFile(pathOf(source), record),
    remove: (source) => rm(pathOf(source), { force: true }),
  };
}
