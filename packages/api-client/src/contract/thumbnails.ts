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

/** Maximum size of a thumbnail, in pixels of its longer side. */
export const THUMBNAIL_MAX_PIXELS = 1024;

const size = {
  /**
   * Pixels of the longer side, 16 to 1024; default 256. The server offers 128, 256, 512 and 1024, and
   * sends the next larger one, unless the image itself is smaller.
   */
  size: queryInteger(256, 16, THUMBNAIL_MAX_PIXELS),
};

const entryQuery = z.object({
  /** File in a mount. */
  path: fileSystemPath,
  ...size,
});

/** File of a mount, and the size of its thumbnail. */
export interface EntryThumbnailQuery extends InputOf<typeof entryQuery> {}

const shareQuery = z.object(size);

/** Size of the thumbnail of a shared file. */
export interface FileShareThumbnailQuery extends InputOf<typeof shareQuery> {}

/**
 * Sends a thumbnail of an image, as WebP, turned upright. Supports JPEG, PNG, WebP, AVIF and GIF, up to
 * 32 MiB and 50 megapixels; other files fail with `thumbnails.none`.
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

/** Sends a thumbnail of a shared image. It costs no view; shares with a password or a limit have none. */
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
