// Apart from the schemas, so that pages which only need a number load no zod.

/** The longest slug, in characters. */
export const SLUG_MAX_LENGTH = 50;

/** The largest content of a text share, in bytes of UTF-8 (10 MiB). */
export const TEXT_CONTENT_MAX_BYTES = 10 * 1024 * 1024;

/** The numbers of the groups of settings, as calls name them. */
export const SETTING_GROUPS = { global: 1, preview: 2, webdav: 3, site: 4 } as const;

/**
 * Filters for lists of shares: active; past their time; without views left; with a password; with a view
 * limit.
 */
export const SHARE_STATES = ['active', 'expired', 'used_up', 'protected', 'limited'] as const;

const SHARE_SORTS = ['created', 'updated', 'expires', 'views', 'size', 'slug'] as const;

/** Sort keys for lists of texts; the size is the length in characters. */
export const TEXT_SHARE_SORTS = SHARE_SORTS;

/** Sort keys for lists of files. */
export const FILE_SHARE_SORTS = [...SHARE_SORTS, 'name'] as const;

/** Kinds of texts, which decide how a text is shown. */
export const TEXT_KINDS = ['text', 'markdown', 'code'] as const;
