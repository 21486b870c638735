import { z } from 'zod';
import { streamEndpoint } from '../endpoint.ts';
import { type InputOf, takes } from '../schema.ts';
import { rangeErrors } from './fields.ts';
import { pathErrors } from './file-system.ts';
import { fileSystemPath } from './file-system-shapes.ts';
import { fs } from './routes.ts';

/** Maximum number of paths in one archive. */
export const ARCHIVE_PATHS_MAX = 200;

const archiveQuery = z.object({
  /**
   * File or directory, or up to 200 of them by repeating `path`. A directory includes everything that
   * its mount shows.
   */
  path: z.union([
    fileSystemPath.transform((path) => [path]),
    z.array(fileSystemPath).min(1).max(ARCHIVE_PATHS_MAX),
  ]),
});

/** Entries to pack. */
export interface ArchiveQuery extends InputOf<typeof archiveQuery> {}

/**
 * Packs files and directories into one zip archive: not compressed, in zip64 if necessary. Has a length
 * and an ETag, and is served in ranges, so that a download can be resumed. If a file changes or the
 * storage fails on the way, the connection is closed before the last byte.
 */
export const archiveEntries = streamEndpoint({
  ...fs.archive,
  access: 'mount_view',
  feature: 'file-system',
  summary: 'Download files and directories as a zip archive',
  sends: 'reply',
  query: takes<ArchiveQuery>()(archiveQuery),
  errors: [...pathErrors, ...rangeErrors],
});
