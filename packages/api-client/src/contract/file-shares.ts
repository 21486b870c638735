import { z } from 'zod';
import { endpoint, streamEndpoint } from '../endpoint.ts';
import { gives, takes } from '../schema.ts';
import { batchResult, byteErrors, listKeyInfo } from './fields.ts';
import {
  contentQuery,
  deletion,
  type FileContentQuery,
  type FileShare,
  type FileShareChanges,
  type FileShareDeletion,
  type FileShareId,
  type FileShareListQuery,
  type FileSharePage,
  type FileSharePassword,
  type FileShareSlug,
  type FileShareViewQuery,
  filePage,
  fileShareChanges,
  idParams,
  listQuery,
  type OfficePreview,
  type OfficePreviewQuery,
  officeQuery,
  officeUrl,
  ownFileShare,
  publicFileShare,
  type VisitedFileShare,
  viewErrors,
} from './file-share-shapes.ts';
import { fileShares } from './routes.ts';
import { shareFieldErrors, slugParams, unlockBody, viewQuery } from './share-visits.ts';

const feature = 'file-shares';

/** Lists the own files of a key holder, or all files for an administrator; newest first by default. */
export const listFileShares = endpoint({
  ...fileShares.list,
  access: 'file_share',
  feature,
  summary: 'List file shares',
  query: takes<FileShareListQuery>()(listQuery),
  data: gives<FileSharePage>(filePage),
  extras: z.object({ key_info: listKeyInfo.optional() }),
  errors: [],
});

/** Returns one file share with URLs for its owner, which spend no view. */
export const getFileShare = endpoint({
  ...fileShares.get,
  access: 'file_share',
  feature,
  summary: 'One file share',
  params: takes<FileShareId>()(idParams),
  data: gives<FileShare>(ownFileShare),
  errors: ['file_shares.not_found'],
});

/** Changes a file share; absent fields keep their values; see `reset_views`. */
export const updateFileShare = endpoint({
  ...fileShares.update,
  access: 'file_share',
  feature,
  summary: 'Change a file share',
  params: takes<FileShareId>()(idParams),
  body: takes<FileShareChanges>()(fileShareChanges),
  data: z.null(),
  errors: ['file_shares.not_found', ...shareFieldErrors],
});

/** Deletes shares, and with `both` also their objects. */
export const deleteFileShares = endpoint({
  ...fileShares.delete,
  access: 'file_share',
  feature,
  summary: 'Delete file shares',
  body: takes<FileShareDeletion>()(deletion),
  data: batchResult,
  errors: [],
});

/**
 * Returns a shared file as visitors see it. A reply with URLs costs a view. With a password, or with
 * `peek`, the reply has no URLs and costs nothing.
 */
export const viewFileShare = endpoint({
  ...fileShares.view,
  access: 'public',
  feature,
  summary: 'Public information about a shared file',
  params: takes<FileShareSlug>()(slugParams),
  query: takes<FileShareViewQuery>()(viewQuery),
  data: gives<VisitedFileShare>(publicFileShare),
  errors: viewErrors,
});

/** Opens a shared file with its password. A right one costs a view, and the reply has URLs. */
export const unlockFileShare = endpoint({
  ...fileShares.unlock,
  access: 'public',
  feature,
  summary: 'Open a shared file that has a password',
  honoursIdempotencyKey: true,
  params: takes<FileShareSlug>()(slugParams),
  body: takes<FileSharePassword>()(unlockBody),
  data: gives<VisitedFileShare>(publicFileShare),
  errors: [
    ...viewErrors,
    'file_shares.wrong_password',
    'file_shares.no_password',
    'auth.throttled',
    'auth.busy',
  ],
});

/**
 * Returns a signed URL of an office document, which the client passes to an online viewer. Without a
 * grant it costs a view. Types that the setting `preview_office_types` does not list are refused.
 */
export const officePreview = endpoint({
  ...fileShares.officePreview,
  access: 'public',
  feature,
  summary: 'A URL of a shared office document for a viewer on the web',
  params: takes<FileShareSlug>()(slugParams),
  query: takes<OfficePreviewQuery>()(officeQuery),
  data: gives<OfficePreview>(officeUrl),
  errors: [
    'file_shares.not_found',
    'file_shares.expired',
    'file_shares.used_up',
    'file_shares.not_office',
    'file_shares.password_required',
    'file_shares.wrong_password',
    'auth.throttled',
    'auth.busy',
  ],
});

const content = {
  access: 'public',
  feature,
  sends: 'reply',
  params: takes<FileShareSlug>()(slugParams),
  query: takes<FileContentQuery>()(contentQuery),
  errors: [
    ...viewErrors,
    'file_shares.password_required',
    'file_shares.wrong_password',
    ...byteErrors,
    'auth.throttled',
    'auth.busy',
  ],
} as const;

/** Sends the file's bytes for display in the browser; ranges and conditional requests work. */
export const fileShareView = streamEndpoint({
  ...fileShares.read,
  ...content,
  summary: 'The bytes of a shared file, inline',
});

/** Sends the file's bytes as a download; ranges and conditional requests work. */
export const fileShareDownload = streamEndpoint({
  ...fileShares.download,
  ...content,
  summary: 'The bytes of a shared file, as a download',
});
