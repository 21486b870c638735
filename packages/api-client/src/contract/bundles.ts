import { z } from 'zod';
import { endpoint, streamEndpoint } from '../endpoint.ts';
import { takes } from '../schema.ts';
import {
  type BundleChanges,
  type BundleDeletion,
  type BundleId,
  type BundleItemsAdded,
  type BundleItemsRemoved,
  type BundleListQuery,
  type BundlePassword,
  type BundleSlug,
  bundleChanges,
  bundleDeletion,
  bundleListExtras,
  bundleListQuery,
  bundlePage,
  type ComingFiles,
  comingFiles,
  idParams,
  itemsAdded,
  itemsRemoved,
  type NewBundle,
  newBundle,
  newOwnBundle,
  ownBundle,
} from './bundle-shapes.ts';
import {
  addedItems,
  archiveQuery,
  type BundleArchiveQuery,
  type BundleEventsQuery,
  type BundleFileQuery,
  type BundleItemsQuery,
  type BundleViewQuery,
  bundleViewQuery,
  eventsQuery,
  fileQuery,
  itemPage,
  itemsQuery,
  visitedBundle,
} from './bundle-visit-shapes.ts';
import { batchResult, byteErrors } from './fields.ts';
import { bundles } from './link-routes.ts';
import { shareFieldErrors, slugParams, unlockBody } from './share-visits.ts';

const feature = 'bundles';

const folderErrors = [
  'auth.outside_base_path',
  'file_system.path_invalid',
  'file_system.not_found',
  'mounts.not_found',
  'storage.unavailable',
  'storage.timeout',
] as const;

const webhookErrors = ['notifications.url_invalid', 'notifications.address_refused'] as const;

/**
 * Creates a link to several files. Without `path` the bundle is empty and `receiving`: uploads with its
 * `bundle_id` join it, and its link can be opened at once. With `path` it shows a folder of a mount as
 * it is at each visit; that needs the right to view the mount, too.
 */
export const createBundle = endpoint({
  ...bundles.create,
  access: 'file_share',
  feature,
  summary: 'Create a bundle: one link to several files, or to a folder of a mount',
  status: 201,
  honoursIdempotencyKey: true,
  body: takes<NewBundle>()(newBundle),
  data: newOwnBundle,
  errors: [...shareFieldErrors, ...folderErrors, ...webhookErrors],
});

/** Lists the own bundles of a key holder, or all bundles for an administrator; newest first by default. */
export const listBundles = endpoint({
  ...bundles.list,
  access: 'file_share',
  feature,
  summary: 'List bundles',
  query: takes<BundleListQuery>()(bundleListQuery),
  data: bundlePage,
  extras: bundleListExtras,
  errors: [],
});

/** Returns one bundle for its owner. */
export const getBundle = endpoint({
  ...bundles.get,
  access: 'file_share',
  feature,
  summary: 'One bundle',
  params: takes<BundleId>()(idParams),
  data: ownBundle,
  errors: ['bundles.not_found'],
});

/** Changes a bundle; absent fields keep their values. The change ends the grants of its visitors. */
export const updateBundle = endpoint({
  ...bundles.update,
  access: 'file_share',
  feature,
  summary: 'Change a bundle',
  params: takes<BundleId>()(idParams),
  body: takes<BundleChanges>()(bundleChanges),
  data: newOwnBundle,
  errors: ['bundles.not_found', ...shareFieldErrors, ...webhookErrors],
});

/** Deletes bundles and the files that were uploaded to them. Files of mounts stay. */
export const deleteBundles = endpoint({
  ...bundles.delete,
  access: 'file_share',
  feature,
  summary: 'Delete bundles',
  body: takes<BundleDeletion>()(bundleDeletion),
  data: batchResult,
  errors: [],
});

const itemErrors = [
  'bundles.not_found',
  'bundles.path_invalid',
  'bundles.item_not_found',
  'bundles.cursor_invalid',
] as const;

/** Lists the items of an own bundle; costs no visit. */
export const listBundleItems = endpoint({
  ...bundles.listItems,
  access: 'file_share',
  feature,
  summary: 'List the items of an own bundle',
  params: takes<BundleId>()(idParams),
  query: takes<BundleItemsQuery>()(itemsQuery),
  data: itemPage,
  errors: [...itemErrors, 'bundles.folder_gone', 'storage.unavailable', 'storage.timeout'],
});

/**
 * Adds existing file shares, whose own links stay, and files or folders of mounts, which stay where they
 * are. A taken name gets ` (1)`. Paths need the right to view their mount.
 */
export const addBundleItems = endpoint({
  ...bundles.addItems,
  access: 'file_share',
  feature,
  summary: 'Add existing files to a bundle',
  params: takes<BundleId>()(idParams),
  body: takes<BundleItemsAdded>()(itemsAdded),
  data: addedItems,
  errors: ['bundles.not_found', 'bundles.is_folder', ...folderErrors],
});

/** Removes items. Files that were uploaded to the bundle are deleted; others stay where they are. */
export const removeBundleItems = endpoint({
  ...bundles.removeItems,
  access: 'file_share',
  feature,
  summary: 'Remove items from a bundle',
  params: takes<BundleId>()(idParams),
  body: takes<BundleItemsRemoved>()(itemsRemoved),
  data: batchResult,
  errors: ['bundles.not_found', 'bundles.is_folder', 'bundles.path_invalid'],
});

/**
 * Announces files before their upload, so that visitors see what is coming, and reports how far the
 * upload is. Repeat it at most once a second. An upload with the same path takes the announced place.
 */
export const announceBundleFiles = endpoint({
  ...bundles.announce,
  access: 'file_share',
  feature,
  summary: 'Announce files that will be uploaded to a bundle, and their progress',
  params: takes<BundleId>()(idParams),
  body: takes<ComingFiles>()(comingFiles),
  data: z.null(),
  errors: ['bundles.not_found', 'bundles.is_folder', 'bundles.path_invalid'],
});

/** Marks a bundle as complete; announced files that never arrived are removed. Safe to repeat. */
export const completeBundle = endpoint({
  ...bundles.complete,
  access: 'file_share',
  feature,
  summary: 'Mark a bundle as complete',
  params: takes<BundleId>()(idParams),
  data: ownBundle,
  errors: ['bundles.not_found'],
});

const viewErrors = [
  'bundles.not_found',
  'bundles.expired',
  'bundles.used_up',
  'bundles.folder_gone',
] as const;

/**
 * Returns a bundle as visitors see it. A reply with a new `grant` costs a visit. With a password, or with
 * `peek`, the reply has none and costs nothing.
 */
export const viewBundle = endpoint({
  ...bundles.view,
  access: 'public',
  feature,
  summary: 'Public information about a bundle',
  params: takes<BundleSlug>()(slugParams),
  query: takes<BundleViewQuery>()(bundleViewQuery),
  data: visitedBundle,
  errors: viewErrors,
});

/** Opens a bundle with its password. A right one costs a visit, and the reply has a grant. */
export const unlockBundle = endpoint({
  ...bundles.unlock,
  access: 'public',
  feature,
  summary: 'Open a bundle that has a password',
  honoursIdempotencyKey: true,
  params: takes<BundleSlug>()(slugParams),
  body: takes<BundlePassword>()(unlockBody),
  data: visitedBundle,
  errors: [
    ...viewErrors,
    'bundles.wrong_password',
    'bundles.no_password',
    'auth.throttled',
    'auth.busy',
  ],
});

const contentErrors = [
  ...viewErrors,
  'bundles.path_invalid',
  'bundles.item_not_found',
  'bundles.password_required',
  'bundles.wrong_password',
  'auth.throttled',
  'auth.busy',
  'storage.unavailable',
  'storage.timeout',
] as const;

/** Lists a folder of a bundle: folders first, names in natural order. Needs the grant of a visit. */
export const visitBundleItems = endpoint({
  ...bundles.items,
  access: 'public',
  feature,
  summary: 'The items of a bundle',
  params: takes<BundleSlug>()(slugParams),
  query: takes<BundleItemsQuery>()(itemsQuery),
  data: itemPage,
  errors: [...contentErrors, 'bundles.cursor_invalid'],
});

/**
 * Sends server-sent events until the grant ends: `item` for a file that has arrived, `progress` for one
 * that is coming, `complete`, and `changed` if the items must be read again. Needs the grant of a visit.
 */
export const followBundle = streamEndpoint({
  ...bundles.events,
  access: 'public',
  feature,
  summary: 'Changes of a bundle as server-sent events',
  sends: 'reply',
  params: takes<BundleSlug>()(slugParams),
  query: takes<BundleEventsQuery>()(eventsQuery),
  errors: [...contentErrors, 'request.rate_limited'],
});

/** Sends a file of a bundle; ranges and conditional requests work. Without a grant it costs a visit. */
export const readBundleFile = streamEndpoint({
  ...bundles.readFile,
  access: 'public',
  feature,
  summary: 'The bytes of a file of a bundle',
  sends: 'reply',
  params: takes<BundleSlug>()(slugParams),
  query: takes<BundleFileQuery>()(fileQuery),
  errors: [...contentErrors, ...byteErrors, 'thumbnails.none', 'thumbnails.busy'],
});

/**
 * Sends a bundle, or one of its folders, as a zip archive of stored files. Ranges and conditional
 * requests work, so that an interrupted download can be resumed. Without a grant it costs a visit.
 */
export const bundleArchive = streamEndpoint({
  ...bundles.archive,
  access: 'public',
  feature,
  summary: 'A bundle as a zip archive',
  sends: 'reply',
  params: takes<BundleSlug>()(slugParams),
  query: takes<BundleArchiveQuery>()(archiveQuery),
  errors: [...contentErrors, ...byteErrors],
});
