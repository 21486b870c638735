/*
 * Method, path and kind of reply of every call, by the groups and names of the client's methods.
 * Declarations use them. This file has no schemas, so that browsers load it without zod.
 */

import type { Routes } from '../endpoint.ts';

/** Log-in and log-out, permissions of a credential, and the administrator's sessions. */
export const sessions = {
  /** Log in as administrator. */
  login: { method: 'POST', path: '/api/admin/login' },
  /** Log out. */
  logout: { method: 'POST', path: '/api/admin/logout' },
  /** Check an administrator token. */
  checkAdminToken: { method: 'GET', path: '/api/test/admin-token' },
  /** Check an API key and read its rights. */
  checkApiKey: { method: 'GET', path: '/api/test/api-key' },
  /** Change the administrator account. */
  changePassword: { method: 'POST', path: '/api/admin/change-password' },
  /** List own sessions. */
  list: { method: 'GET', path: '/api/admin/sessions' },
  /** End a session. */
  end: { method: 'DELETE', path: '/api/admin/sessions/:id' },
  /** End all other sessions. */
  endOthers: { method: 'DELETE', path: '/api/admin/sessions' },
} as const satisfies Routes;

/** API keys; for administrators. */
export const apiKeys = {
  /** List API keys. */
  list: { method: 'GET', path: '/api/admin/api-keys' },
  /** Create an API key. */
  create: { method: 'POST', path: '/api/admin/api-keys' },
  /** Change an API key. */
  update: { method: 'PUT', path: '/api/admin/api-keys/:id' },
  /** Delete an API key. */
  delete: { method: 'DELETE', path: '/api/admin/api-keys/:id' },
} as const satisfies Routes;

/** Shared texts. */
export const textShares = {
  /** Share a text. */
  create: { method: 'POST', path: '/api/paste' },
  /** View a text share. */
  view: { method: 'GET', path: '/api/paste/:slug', flat: true },
  /** View a text share that has a password. */
  unlock: { method: 'POST', path: '/api/paste/:slug', flat: true },
  /** Read the bare text of a share. */
  raw: { method: 'GET', path: '/api/raw/:slug', kind: 'stream' },
  /** List text shares. */
  list: { method: 'GET', path: '/api/pastes', extras: true },
  /** Read one text share. */
  get: { method: 'GET', path: '/api/pastes/:id' },
  /** Change a text share. */
  update: { method: 'PUT', path: '/api/pastes/:id' },
  /** Delete text shares. */
  delete: { method: 'DELETE', path: '/api/pastes/batch-delete' },
  /** Delete text shares. */
  deleteByPost: { method: 'POST', path: '/api/pastes/batch-delete' },
  /** Delete expired text shares. */
  clearExpired: { method: 'POST', path: '/api/pastes/clear-expired' },
} as const satisfies Routes;

/** Shared files. */
export const fileShares = {
  /** List file shares. */
  list: { method: 'GET', path: '/api/files', extras: true },
  /** Read one file share. */
  get: { method: 'GET', path: '/api/files/:id' },
  /** Change a file share. */
  update: { method: 'PUT', path: '/api/files/:id' },
  /** Delete file shares. */
  delete: { method: 'DELETE', path: '/api/files/batch-delete' },
  /** View a shared file. */
  view: { method: 'GET', path: '/api/public/files/:slug' },
  /** Open a shared file that has a password. */
  unlock: { method: 'POST', path: '/api/public/files/:slug/verify' },
  /** Get a URL of a shared office document for a viewer on the web. */
  officePreview: { method: 'GET', path: '/api/office-preview/:slug' },
  /** Read the bytes of a shared file, inline. */
  read: { method: 'GET', path: '/api/file-view/:slug', kind: 'stream' },
  /** Read the bytes of a shared file, as a download. */
  download: { method: 'GET', path: '/api/file-download/:slug', kind: 'stream' },
  /** Read a thumbnail of a shared image. */
  thumbnail: { method: 'GET', path: '/api/file-thumbnail/:slug', kind: 'stream' },
  /** Reserve a file share and get a URL to upload to. */
  presign: { method: 'POST', path: '/api/s3/presign' },
  /** Publish an uploaded file. */
  commit: { method: 'POST', path: '/api/s3/commit' },
  /** Share a file sent as a form. */
  uploadForm: { method: 'POST', path: '/api/upload', kind: 'stream' },
  /** Share a file sent as a raw body. */
  uploadDirect: { method: 'PUT', path: '/api/upload-direct/:filename', kind: 'stream' },
  /** Share a file sent as a raw body, with the name in a header or in the query. */
  createUpload: { method: 'POST', path: '/api/uploads', kind: 'stream' },
  /** Read how far a resumable upload is. */
  uploadState: { method: 'GET', path: '/api/uploads/:id' },
  /** Append to a resumable upload. */
  appendToUpload: { method: 'PATCH', path: '/api/uploads/:id', kind: 'stream' },
  /** Drop a resumable upload. */
  dropUpload: { method: 'DELETE', path: '/api/uploads/:id' },
  /** Reserve a file share and start a multipart upload. */
  initMultipart: { method: 'POST', path: '/api/s3/multipart/init' },
  /** Sign URLs for parts of a multipart upload. */
  signParts: { method: 'POST', path: '/api/s3/multipart/refresh-urls' },
  /** List the uploaded parts of a multipart upload. */
  listParts: { method: 'POST', path: '/api/s3/multipart/list-parts' },
  /** Join the parts of a multipart upload. */
  completeMultipart: { method: 'POST', path: '/api/s3/multipart/complete' },
  /** Abort a multipart upload. */
  abortMultipart: { method: 'POST', path: '/api/s3/multipart/abort' },
} as const satisfies Routes;

/** Files from URLs. */
export const urlUploads = {
  /** Read name, type and size of the file at a URL. */
  info: { method: 'POST', path: '/api/url/info' },
  /** Read the file at a URL, for browsers that may not read it themselves. */
  proxy: { method: 'GET', path: '/api/url/proxy', kind: 'stream' },
  /** Reserve a file share for the file at a URL. */
  presign: { method: 'POST', path: '/api/url/presign' },
  /** Publish a file from a URL. */
  commit: { method: 'POST', path: '/api/url/commit' },
  /** Reserve a file share for the file at a URL and start a multipart upload. */
  initMultipart: { method: 'POST', path: '/api/url/multipart/init' },
  /** Join the parts of a file from a URL and publish it. */
  completeMultipart: { method: 'POST', path: '/api/url/multipart/complete' },
  /** Abort the multipart upload of a file from a URL. */
  abortMultipart: { method: 'POST', path: '/api/url/multipart/abort' },
  /** Cancel the upload of a file from a URL. */
  cancel: { method: 'POST', path: '/api/url/cancel' },
} as const satisfies Routes;

/** Buckets that files are stored in. */
export const storageConfigs = {
  /** List storage configurations. */
  list: { method: 'GET', path: '/api/s3-configs' },
  /** Read one storage configuration. */
  get: { method: 'GET', path: '/api/s3-configs/:id' },
  /** Add a storage configuration. */
  create: { method: 'POST', path: '/api/s3-configs' },
  /** Change a storage configuration. */
  update: { method: 'PUT', path: '/api/s3-configs/:id' },
  /** Delete a storage configuration. */
  delete: { method: 'DELETE', path: '/api/s3-configs/:id' },
  /** Make a storage configuration the default. */
  setDefault: { method: 'PUT', path: '/api/s3-configs/:id/set-default' },
  /** Test a storage configuration. */
  test: { method: 'POST', path: '/api/s3-configs/:id/test' },
  /** Set a bucket's CORS rules. */
  applyCors: { method: 'POST', path: '/api/s3-configs/:id/apply-cors' },
} as const satisfies Routes;

/** Mounts: for administrators, and `listUsable` for every caller. */
export const mounts = {
  /** List mounts. */
  list: { method: 'GET', path: '/api/admin/mounts' },
  /** Read one mount. */
  get: { method: 'GET', path: '/api/admin/mounts/:id' },
  /** Add a mount. */
  create: { method: 'POST', path: '/api/admin/mounts' },
  /** Change a mount. */
  update: { method: 'PUT', path: '/api/admin/mounts/:id' },
  /** Delete a mount. */
  delete: { method: 'DELETE', path: '/api/admin/mounts/:id' },
  /** List the mounts that the caller may use. */
  listUsable: { method: 'GET', path: '/api/user/mounts' },
  /** Read one of the mounts that the caller may use. */
  getUsable: { method: 'GET', path: '/api/user/mounts/:id' },
} as const satisfies Routes;

/** Mounted storage as one file system. */
export const fs = {
  /** List a directory. */
  list: { method: 'GET', path: '/api/fs/list' },
  /** Read the sizes of a directory's subdirectories, from the index. */
  sizes: { method: 'GET', path: '/api/fs/sizes' },
  /** Follow the changes of a directory as server-sent events. */
  watch: { method: 'GET', path: '/api/fs/watch', kind: 'stream' },
  /** Read one file or directory. */
  get: { method: 'GET', path: '/api/fs/get' },
  /** Download a file. */
  download: { method: 'GET', path: '/api/fs/download', kind: 'stream' },
  /** Read a thumbnail of an image in a mount. */
  thumbnail: { method: 'GET', path: '/api/fs/thumbnail', kind: 'stream' },
  /** Download files and directories as a zip archive. */
  archive: { method: 'GET', path: '/api/fs/archive', kind: 'stream' },
  /** Get a direct link to a file. */
  link: { method: 'GET', path: '/api/fs/file-link' },
  /** Create a directory. */
  mkdir: { method: 'POST', path: '/api/fs/mkdir' },
  /** Write a text file. */
  write: { method: 'POST', path: '/api/fs/update' },
  /** Rename a file or directory. */
  rename: { method: 'POST', path: '/api/fs/rename' },
  /** Delete files and directories. */
  delete: { method: 'DELETE', path: '/api/fs/batch-remove' },
  /** Share a file of a mount. */
  share: { method: 'POST', path: '/api/fs/create-share' },
  /** Read a file of a mount, through the server. */
  readPublic: { method: 'GET', path: '/api/p/*', kind: 'stream' },
  /** Search files by name. */
  search: { method: 'GET', path: '/api/fs/search' },
  /** Copy files and directories. */
  copy: { method: 'POST', path: '/api/fs/batch-copy' },
  /** Finish copies across storages. */
  commitCopies: { method: 'POST', path: '/api/fs/batch-copy-commit' },
  /** Read the progress of a long file operation. */
  operation: { method: 'GET', path: '/api/fs/operations/:id' },
  /** Cancel a long file operation. */
  cancelOperation: { method: 'DELETE', path: '/api/fs/operations/:id' },
  /** Upload a file as a form. */
  uploadForm: { method: 'POST', path: '/api/fs/upload', kind: 'stream' },
  /** Get a URL to upload a file to. */
  presign: { method: 'POST', path: '/api/fs/presign' },
  /** Finish an upload by URL. */
  commit: { method: 'POST', path: '/api/fs/presign/commit' },
  /** Start a multipart upload. */
  initMultipart: { method: 'POST', path: '/api/fs/multipart/init' },
  /** Join the parts of an upload. */
  completeMultipart: { method: 'POST', path: '/api/fs/multipart/complete' },
  /** Abort a multipart upload. */
  abortMultipart: { method: 'POST', path: '/api/fs/multipart/abort' },
  /** List uploads in progress. */
  listUploads: { method: 'POST', path: '/api/fs/multipart/list-uploads' },
  /** List the uploaded parts of an upload. */
  listParts: { method: 'POST', path: '/api/fs/multipart/list-parts' },
  /** Sign URLs for parts of an upload. */
  signParts: { method: 'POST', path: '/api/fs/multipart/refresh-urls' },
} as const satisfies Routes;

/** Settings of the server. */
export const settings = {
  /** List settings. */
  list: { method: 'GET', path: '/api/admin/settings' },
  /** List groups of settings. */
  groups: { method: 'GET', path: '/api/admin/settings/groups' },
  /** Read one setting. */
  get: { method: 'GET', path: '/api/admin/settings/metadata' },
  /** Change settings. */
  update: { method: 'PUT', path: '/api/admin/settings/group/:group' },
} as const satisfies Routes;

/** Figures for administrators, and the caches. */
export const dashboard = {
  /** Read the figures of the dashboard. */
  stats: { method: 'GET', path: '/api/admin/dashboard/stats' },
  /** Read the figures of the caches. */
  cacheStats: { method: 'GET', path: '/api/admin/cache/stats' },
  /** Clear the caches. */
  clearCache: { method: 'POST', path: '/api/admin/cache/clear' },
  /** Clear the caches of the mounts that the caller may use. */
  clearUserCache: { method: 'POST', path: '/api/user/cache/clear' },
} as const satisfies Routes;

/** Audit log, for administrators. */
export const auditLog = {
  /** List the audit log. */
  list: { method: 'GET', path: '/api/admin/audit-log', extras: true },
  /** Export the audit log. */
  export: { method: 'GET', path: '/api/admin/audit-log/export', kind: 'stream' },
} as const satisfies Routes;

/** Several calls by one request. */
export const batches = {
  /** Begin or end up to 100 uploads by one request. */
  run: { method: 'POST', path: '/api/batch' },
} as const satisfies Routes;

/** Facts about the server, and measurements of the way to it. */
export const system = {
  /** Check that the server is up, and with ready=1 that it can work. */
  health: { method: 'GET', path: '/api/health', flat: true },
  /** Check that the server can work; errors have the reasons. */
  readiness: { method: 'GET', path: '/api/health/ready', flat: true },
  /** Read the version of the server. */
  version: { method: 'GET', path: '/api/version' },
  /** Read the maximum size of an upload in MB. */
  maxUploadSize: { method: 'GET', path: '/api/system/max-upload-size' },
  /** Read further origins that take uploads to the embedded store. */
  uploadOrigins: { method: 'GET', path: '/api/system/upload-origins' },
  /** Send bytes that the server discards, to measure the way to it; for administrators. */
  measureUpload: { method: 'PUT', path: '/api/system/measure-upload', kind: 'stream' },
} as const satisfies Routes;
