import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readPrivateFile, writePrivateFile } from '../session/private-file.ts';

/** State of a download in progress. The bytes are in the file's `.part`. */
export interface DownloadRecord {
  /** Absolute path of the finished file. */
  readonly path: string;
  /** Name of the file at the source. */
  readonly name: string;
  /** The ETag or time by which the source tells whether the file is still the same (RFC 9110, 13.1.5). */
  readonly validator: string;
  /** Address of a share's bytes, with the proof that its view was counted: using it costs no second view. */
  readonly url?: string | undefined;
}

/** Remembers how to resume downloads, one for each source: the latest of several. */
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
