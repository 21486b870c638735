import { z } from 'zod';
import { gives, type InputOf, type OutputOf, takes } from '../schema.ts';
import {
  bit,
  byteCount,
  expiresInHours,
  ids,
  lenientBoolean,
  linkListQuery,
  listKeyInfo,
  maxViews,
  note,
  optionalPassword,
  optionalSlug,
  pageFields,
  timestamp,
} from './fields.ts';
import { BUNDLE_SORTS, BUNDLE_STATES, LINK_TITLE_LENGTH, SHARE_STATES } from './limits.ts';
import type { slugParams, unlockBody } from './share-visits.ts';

/** Identifies a bundle for visitors. */
export interface BundleSlug extends InputOf<typeof slugParams> {}

/** Password of a bundle. */
export interface BundlePassword extends InputOf<typeof unlockBody> {}

export const idParams = z.object({
  /** Id of the bundle, or its slug. */
  id: z.string().min(1).max(64),
});

/** Identifies a bundle for its owner. */
export interface BundleId extends InputOf<typeof idParams> {}

const title = z.string().max(LINK_TITLE_LENGTH).nullish();
const message = z.string().max(10_000).nullish();
const sender = z.string().max(200).nullish();

/** Path of an item within its bundle, with `/` between folders. */
export const relativePath = z
  .string()
  .min(1, { error: 'bundles.path_invalid' })
  .max(1024, { error: 'bundles.path_invalid' });

const notifyUrl = z.string().max(2048).nullish();

export const newBundle = z.object({
  /** Title that visitors see, up to 200 characters; null or `''` for none. */
  title,
  /** Message to visitors in plain text, up to 10,000 characters; null or `''` for none. */
  message,
  /** Name of the sender, up to 200 characters; null or `''` for none. */
  sender,
  /** Slug: up to 50 letters, digits, `_` or `-`. Absent, null or `''` for a random one. */
  slug: optionalSlug,
  /** Password in plain text, up to 1024 characters; absent, null or `''` for none. */
  password: optionalPassword,
  /** Hours until the bundle ends, possibly fractional, up to 100 years; 0, null or absent for never. */
  expires_in: expiresInHours,
  /** Maximum number of visits; 0, null or absent for unlimited. */
  max_views: maxViews,
  /** Whether its bytes go through the server; by default as the settings say. */
  use_proxy: z.union([lenientBoolean, z.literal('').transform(() => null)]).nullish(),
  /** Folder of a mount to share as it is; absent or null for uploaded files. */
  path: z.string().min(1).max(4096).nullish(),
  /** URL of a webhook that the server calls when somebody opens or downloads the bundle; null for none. */
  notify_url: notifyUrl,
});

/** New bundle. */
export interface NewBundle extends InputOf<typeof newBundle> {}

const bundleRow = z.object({
  id: z.string(),
  slug: z.string(),
  /** Path relative to the server's address. */
  url: z.string(),
  /** Absolute URL for visitors. */
  share_url: z.string(),
  /** `receiving` while its sender uploads, then `complete`; a shared folder is always `complete`. */
  state: z.enum(BUNDLE_STATES),
  title: z.string().nullable(),
  message: z.string().nullable(),
  sender: z.string().nullable(),
  /** Private note of the owner; null if there is none. */
  note: z.string().nullable(),
  /** Path of the shared folder; null if there is none, or if the caller may not see it. */
  path: z.string().nullable(),
  /** True if the bundle shows a folder of a mount. */
  is_folder: z.boolean(),
  /** Number of stored files; null for a folder of a mount. */
  item_count: z.int().nullable(),
  /** Size of the stored files in bytes; null for a folder of a mount. */
  total_size: z.int().nullable(),
  /** ISO 8601, UTC. */
  created_at: timestamp,
  /** ISO 8601, UTC. */
  updated_at: timestamp,
  /** ISO 8601, UTC; null for never. */
  expires_at: timestamp.nullable(),
  /** Number of visits. */
  views: z.int(),
  /** Maximum number of visits; null for unlimited. */
  max_views: z.int().nullable(),
  has_password: z.boolean(),
  use_proxy: bit,
  /** URL of its webhook; null for none. */
  notify_url: z.string().nullable(),
  /** Creator: `apikey:` and the key's id, or the administrator's id. */
  created_by: z.string().nullable(),
  /** Name of the API key that created it. */
  key_name: z.string().nullable(),
});

/** Bundle as its owner sees it. */
export interface Bundle extends OutputOf<typeof bundleRow> {}

export const ownBundle = gives<Bundle>(bundleRow);

const createdBundle = bundleRow.extend({
  /** Secret that signs the calls of a new webhook; only in this reply. Null without a new one. */
  notify_secret: z.string().nullable(),
});

/** New or changed bundle, with the secret of a new webhook. */
export interface CreatedBundle extends OutputOf<typeof createdBundle> {}

export const newOwnBundle = gives<CreatedBundle>(createdBundle);

export const bundleListQuery = z.object({
  ...linkListQuery,
  /** Only bundles whose title, sender, message, slug or note contains this. */
  search: z.string().max(200).optional(),
  /** Only bundles in this state. */
  state: z.enum([...SHARE_STATES, ...BUNDLE_STATES]).optional(),
  /** Sort key; default `created`. */
  sort: z.enum(BUNDLE_SORTS).optional(),
});

/** Filter, order and page of the list. */
export interface BundleListQuery extends InputOf<typeof bundleListQuery> {}

const bundlePageFields = z.object({
  bundles: gives<Bundle[]>(z.array(bundleRow)),
  pagination: z.object(pageFields),
});

/** Page of bundles. */
export interface BundlePage extends OutputOf<typeof bundlePageFields> {}

export const bundlePage = gives<BundlePage>(bundlePageFields);
export const bundleListExtras = z.object({ key_info: listKeyInfo.optional() });

export const bundleChanges = z.object({
  /** Title that visitors see, up to 200 characters; null or `''` for none. */
  title,
  /** Message to visitors in plain text, up to 10,000 characters; null or `''` for none. */
  message,
  /** Name of the sender, up to 200 characters; null or `''` for none. */
  sender,
  /** Private note, up to 2000 characters, which only the owner sees; null for none. */
  note,
  /** New slug: up to 50 letters, digits, `_` or `-`; null or `''` for a random one. */
  slug: optionalSlug,
  /** Expiry: ISO 8601 with `Z` or an offset; null for never. */
  expires_at: timestamp.nullish(),
  /** Hours from now until the bundle ends, instead of `expires_at`; 0 for never. */
  expires_in: expiresInHours,
  /** Whether its bytes go through the server. */
  use_proxy: lenientBoolean.optional(),
  /** Maximum number of visits; 0 or null for unlimited. */
  max_views: maxViews,
  /** Whether to reset the visits to 0. By default they are reset if `max_views` is set. */
  reset_views: lenientBoolean.optional(),
  /** Password in plain text, up to 1024 characters; null or `''` removes the password. */
  password: optionalPassword,
  /** URL of a webhook; null or `''` for none. */
  notify_url: notifyUrl,
});

/** Changes of a bundle; absent fields keep their values. */
export interface BundleChanges extends InputOf<typeof bundleChanges> {}

export const bundleDeletion = z.object({
  /** Ids of bundles, 1 to 1000. */
  ids,
});

/** Bundles to delete, with the files that were uploaded to them. */
export interface BundleDeletion extends InputOf<typeof bundleDeletion> {}

export const itemsAdded = z.object({
  /** Ids of own file shares; their own links stay. */
  file_ids: z.array(z.string().min(1).max(64)).max(1000).optional(),
  /** Paths of files and folders of mounts, which stay where they are. */
  paths: z.array(z.string().min(1).max(4096)).max(1000).optional(),
});

/** Items to add to a bundle. */
export interface BundleItemsAdded extends InputOf<typeof itemsAdded> {}

export const itemsRemoved = z.object({
  /** Paths within the bundle, 1 to 1000; a folder goes with everything in it. */
  paths: z.array(relativePath).min(1).max(1000),
});

/** Items to remove from a bundle. */
export interface BundleItemsRemoved extends InputOf<typeof itemsRemoved> {}

const comingFile = z.object({
  /** Path within the bundle. */
  path: relativePath,
  /** In bytes. */
  size: byteCount,
  /** Bytes that have been sent. Default 0. */
  sent: byteCount.optional(),
});

/** File that is about to be uploaded. */
export interface ComingFile extends InputOf<typeof comingFile> {}

export const comingFiles = z.object({
  /** Files that are about to be uploaded, 1 to 1000. */
  items: z.array(takes<ComingFile>()(comingFile)).min(1).max(1000),
});

/** Files that are about to be uploaded, and their progress. */
export interface ComingFiles extends InputOf<typeof comingFiles> {}
