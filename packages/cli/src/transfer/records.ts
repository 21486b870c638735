import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readPrivateFile, writePrivateFile } from '../session/private-file.ts';

/** State of an unfinished download. Its bytes are in the incomplete file. */
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

/** Visit of a bundle whose download is unfinished. */
export interface VisitRecord {
  /** Proof of the counted visit, so that resuming costs no second one. */
  readonly grant: string;
  /** Epoch milliseconds. */
  readonly visitedAtMs: number;
  /** Absolute path of the downloaded file or folder. */
  readonly path: string;
}

/** Bundle or delivery whose uploads are unfinished. */
export interface SendingRecord {
  /** Id of the bundle, or receipt of the delivery. */
  readonly id: string;
  /** Token of the delivery: it can only add files to that delivery. */
  readonly token?: string | undefined;
}

/** Copy whose target did not exist when it began, and which is unfinished. */
export interface CopyRecord {
  /** True if the copy is a child of the target, which exists. */
  readonly isInto?: boolean;
}

/** Stores the state of unfinished commands of one kind: the latest one of each subject. */
export interface Records<Value> {
  find(subject: string): Promise<Value | undefined>;
  save(subject: string, value: Value): Promise<void>;
  remove(subject: string): Promise<void>;
}

interface Kinds {
  readonly downloads: DownloadRecord;
  readonly visits: VisitRecord;
  readonly sendings: SendingRecord;
  readonly copies: CopyRecord;
}

export function createRecords<Kind extends keyof Kinds>(
  stateDirectory: string,
  kind: Kind,
): Records<Kinds[Kind]> {
  const pathOf = (subject: string) => {
    const name = createHash('sha256').update(subject).digest('hex').slice(0, 32);
    return join(stateDirectory, kind, `${name}.json`);
  };
  return {
    // Ignores an unreadable record, so that the command starts again.
    find: (subject) =>
      readPrivateFile(pathOf(subject)).catch(() => undefined) as Promise<Kinds[Kind] | undefined>,
    save: (subject, value) => writePrivateFile(pathOf(subject), value),
    remove: (subject) => rm(pathOf(subject), { force: true }),
  };
}
