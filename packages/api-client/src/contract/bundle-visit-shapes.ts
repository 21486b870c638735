import { z } from 'zod';
import { gives, type InputOf, type OutputOf } from '../schema.ts';
import { bit, lenientBoolean, queryNumber, timestamp } from './fields.ts';
import { BUNDLE_STATES } from './limits.ts';
import { viewQuery } from './share-visits.ts';

const visited = z.object({
  slug: z.string(),
  /** `receiving` while its sender uploads, then `complete`. */
  state: z.enum(BUNDLE_STATES),
  title: z.string().nullable(),
  sender: z.string().nullable(),
  /** Message in plain text; null if there is none, and before the password is given. */
  message: z.string().nullable(),
  /** True if the bundle shows a folder of a mount. */
  is_folder: z.boolean(),
  /** Number of stored files; null for a folder of a mount. */
  item_count: z.int().nullable(),
  /** Size of the stored files in bytes; null for a folder of a mount. */
  total_size: z.int().nullable(),
  /** Number of announced files that are not stored yet. */
  coming_count: z.int(),
  /** Size of those files in bytes. */
  coming_size: z.int(),
  /** ISO 8601, UTC. */
  created_at: timestamp,
  /** ISO 8601, UTC; null for never. */
  expires_at: timestamp.nullable(),
  has_password: z.boolean(),
  /** True if the password must be given first. */
  requires_password: z.boolean(),
  views: z.int(),
  /** Maximum number of visits; null for unlimited. */
  max_views: z.int().nullable(),
  use_proxy: bit,
  /** Proof of this visit, valid for an hour and for everything in the bundle; absent without a visit. */
  grant: z.string().optional(),
  /** True if this was the last visit. */
  isLastView: z.boolean().optional(),
});

/** Bundle as a visitor sees it. */
export interface VisitedBundle extends OutputOf<typeof visited> {}

export const visitedBundle = gives<VisitedBundle>(visited);

const grant = {
  /** From the call that counted the visit. */
  grant: z.string().max(1024).optional(),
};

export const bundleViewQuery = viewQuery.extend({
  /** With `peek`: the grant of a visit, with which the reply is that of the visit, also after the last one. */
  ...grant,
});

/** Options of viewing a bundle. */
export interface BundleViewQuery extends InputOf<typeof bundleViewQuery> {}

const credentials = {
  ...grant,
  /** Password in plain text. Prefer the header `X-Share-Password`, which is never logged. */
  password: z.string().max(1024).optional(),
};

export const itemsQuery = z.object({
  ...grant,
  /** Folder within the bundle; absent or `''` for the top. */
  path: z.string().max(1024).optional(),
  /** Items of a page, 1 to 1000. Default 200. */
  limit: queryNumber.min(1).max(1000).default(200),
  /** From the previous page. */
  cursor: z.string().max(4096).optional(),
  /** True for the announced files instead, of all folders. Default false. */
  coming: lenientBoolean.optional(),
});

/** Folder and page of a bundle. */
export interface BundleItemsQuery extends InputOf<typeof itemsQuery> {}

const item = z.object({
  /** Last segment of the path. */
  name: z.string(),
  /** Path within the bundle. */
  path: z.string(),
  isDirectory: z.boolean(),
  /** In bytes; null for a folder. */
  size: z.int().nullable(),
  /** Media type; null for a folder. */
  mimetype: z.string().nullable(),
  /** Kind of file as a number; `typeName` is its name. */
  type: z.int(),
  typeName: z.string(),
  /** ISO 8601, UTC. */
  modified: timestamp,
  /** `stored`, or `coming` if it is announced and not here yet. */
  state: z.enum(['stored', 'coming']),
  /** Bytes that have arrived, as far as the sender has reported. */
  sent: z.int().nullable(),
  /** Path of the file in its mount, for the owner; absent for others. */
  mounted_path: z.string().nullable().optional(),
});

/** File or folder of a bundle. */
export interface BundleItem extends OutputOf<typeof item> {}

const page = z.object({
  items: gives<BundleItem[]>(z.array(item)),
  /** Cursor of the next page; null after the last. */
  next_cursor: z.string().nullable(),
});

/** Page of a bundle's items: folders first, names in natural order. */
export interface BundleItemPage extends OutputOf<typeof page> {}

export const itemPage = gives<BundleItemPage>(page);

const added = z.object({
  /** Paths of the new items within the bundle. */
  paths: z.array(z.string()),
  /** Files and paths that were not added, with the reason in the language of the call. */
  failed: z.array(z.object({ id: z.string(), error: z.string() })),
});

/** Items that were added. */
export interface AddedBundleItems extends OutputOf<typeof added> {}

export const addedItems = gives<AddedBundleItems>(added);

export const eventsQuery = z.object(grant);

/** Grant of the visit. */
export interface BundleEventsQuery extends InputOf<typeof eventsQuery> {}

export const fileQuery = z.object({
  ...credentials,
  /**
   * True for a download, which may be a redirect (307) to the storage; false to show the file in the
   * browser. Default false.
   */
  download: lenientBoolean.optional(),
  /** Longer side of a thumbnail in pixels, 16 to 1024, instead of the file; WebP. */
  thumbnail: queryNumber.min(16).max(1024).optional(),
});

/** Credentials and form of a file. */
export interface BundleFileQuery extends InputOf<typeof fileQuery> {}

export const archiveQuery = z.object({
  ...credentials,
  /** Folder within the bundle; absent or `''` for everything. */
  path: z.string().max(1024).optional(),
});

/** Credentials and folder of an archive. */
export interface BundleArchiveQuery extends InputOf<typeof archiveQuery> {}
