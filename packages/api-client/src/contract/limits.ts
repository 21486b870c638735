// Separate from the schemas, so that pages which only need a number do not load zod.

/** Maximum length of a slug, in characters. */
export const SLUG_MAX_LENGTH = 50;

/** Maximum size of a text share's content, in bytes of UTF-8 (10 MiB). */
export const TEXT_CONTENT_MAX_BYTES = 10 * 1024 * 1024;

/** Maximum number of calls in one batch. */
export const MAX_BATCHED_CALLS = 100;

/** Largest upload in MB (2^20 bytes) until an administrator sets another. */
export const DEFAULT_MAX_UPLOAD_MEGABYTES = 100;

/** Numbers of the groups of settings, as used in calls. */
export const SETTING_GROUPS = { global: 1, preview: 2, webdav: 3, site: 4 } as const;

/**
 * States for filtering lists of shares: active; expired; without views left; with a password; with a
 * view limit.
 */
export const SHARE_STATES = ['active', 'expired', 'used_up', 'protected', 'limited'] as const;

const SHARE_SORTS = ['created', 'updated', 'expires', 'views', 'size', 'slug'] as const;

/** Sort keys for lists of texts; the size is the length in characters. */
export const TEXT_SHARE_SORTS = SHARE_SORTS;

/** Sort keys for lists of files. */
export const FILE_SHARE_SORTS = [...SHARE_SORTS, 'name'] as const;

/** Kinds of texts, which decide how a text is displayed. */
export const TEXT_KINDS = ['text', 'markdown', 'code'] as const;

/** States of a bundle: its sender uploads; everything is there. */
export const BUNDLE_STATES = ['receiving', 'complete'] as const;

/** Maximum length of the title of a bundle or an upload request, in characters. */
export const LINK_TITLE_LENGTH = 200;

/** Sort keys for lists of bundles. */
export const BUNDLE_SORTS = ['created', 'updated', 'expires', 'views', 'slug'] as const;

/** Sort keys for lists of upload requests. */
export const UPLOAD_REQUEST_SORTS = ['created', 'updated', 'expires', 'slug'] as const;

/** Events that webhooks report. */
export const NOTIFICATION_EVENTS = [
  'bundle.opened',
  'bundle.downloaded',
  'request.delivery_done',
] as const;

/** States of the call of a webhook. */
export const NOTIFICATION_STATES = ['waiting', 'delivered', 'failed'] as const;

/** Maximum size of the body of a measured upload (`system.measureUpload`), in bytes. */
export const MEASURED_BODY_LIMIT_BYTES = 8 * 1024 ** 2;
