import { z } from 'zod';
import { streamEndpoint } from '../endpoint.ts';
import { type InputOf, takes } from '../schema.ts';
import { queryInteger } from './fields.ts';
import { type FileShareSlug, viewErrors } from './file-share-shapes.ts';
import { pathErrors } from './file-system.ts';
import { fileSystemPath } from './file-system-shapes.ts';
import { fileShares, fs } from './routes.ts';
import { slugParams } from './share-visits.ts';

const feature = 'thumbnails';

/** The largest thumbnail, in pixels of its longer side. */
export const THUMBNAIL_MAX_PIXELS = 1024;

const size = {
  /**
   * Pixels of the longer side, 16 to 1024; 256 by default. They are made in 128, 256, 512 and 1024, and
   * the next larger one is sent, unless the image itself is smaller.
   */
  size: queryInteger(256, 16, THUMBNAIL_MAX_PIXELS),
};

const entryQuery = z.object({
  /** The file. */
  path: fileSystemPath,
  ...size,
});

/** File of a mount to make a thumbnail of. */
export interface EntryThumbnailQuery extends InputOf<typeof entryQuery> {}

const shareQuery = z.object(size);

/** How large a thumbnail of a shared file is wanted. */
export interface FileShareThumbnailQuery extends InputOf<typeof shareQuery> {}

/**
 * A small picture of an image, as WebP, turned upright. Of JPEG, PNG, WebP, AVIF and GIF, up to 32 MiB
 * and 50 megapixels; of all else there is none, which is `thumbnails.none`.
 */
export const entryThumbnail = streamEndpoint({
  ...fs.thumbnail,
  access: 'mount_view',
  feature,
  summary: 'A thumbnail of an image in a mount',
  sends: 'reply',
  query: takes<EntryThumbnailQuery>()(entryQuery),
  errors: [...pathErrors, 'thumbnails.none', 'thumbnails.busy'],
});

/** Thumbnail of a shared image. It costs no view; shares with a password or a limit have none. */
export const fileShareThumbnail = streamEndpoint({
  ...fileShares.thumbnail,
  access: 'public',
  feature,
  summary: 'A thumbnail of a shared image',
  sends: 'reply',
  params: takes<FileShareSlug>()(slugParams),
  query: takes<FileShareThumbnailQuery>()(shareQuery),
  errors: [
    ...viewErrors,
    'thumbnails.none',
    'thumbnails.busy',
    'storage.unavailable',
    'storage.timeout',
  ],
});
