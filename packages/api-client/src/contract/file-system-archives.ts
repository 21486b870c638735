import { z } from 'zod';
import { streamEndpoint } from '../endpoint.ts';
import { type InputOf, takes } from '../schema.ts';
import { pathErrors } from './file-system.ts';
import { fileSystemPath } from './file-system-shapes.ts';
import { fs } from './routes.ts';

/** The most paths of one archive. */
export const ARCHIVE_PATHS_MAX = 200;

const archiveQuery = z.object({
  /**
   * A file or directory, or up to 200 of them by repeating `path`. Of a directory everything in it
   * that its mount shows.
   */
  path: z.union([
    fileSystemPath.transform((path) => [path]),
    z.array(fileSystemPath).min(1).max(ARCHIVE_PATHS_MAX),
  ]),
});

/** Entries to pack. */
export interface ArchiveQuery extends InputOf<typeof archiveQuery> {}

/**
 * Files and directories as one zip archive: not compressed, in zip64 where it needs to be, sent while
 * it is read. It ends too early, without its directory of contents, where the storage fails on the way.
 */
export const archiveEntries = streamEndpoint({
  ...fs.archive,
  access: 'mount_view',
  feature: 'file-system',
  summary: 'Download files and directories as a zip archive',
  sends: 'reply',
  query: takes<ArchiveQuery>()(archiveQuery),
  errors: pathErrors,
});
