// Apart from the schemas, so that pages which only need a number load no zod.

/** The longest slug, in characters. */
export const SLUG_MAX_LENGTH = 50;

/** The largest content of a text share, in bytes of UTF-8 (10 MiB). */
export const TEXT_CONTENT_MAX_BYTES = 10 * 1024 * 1024;

/** The numbers of the groups of settings, as calls name them. */
export const SETTING_GROUPS = { global: 1, preview: 2, webdav: 3, site: 4 } as const;

/**
 * What lists of shares can be narrowed to: not over; past their time; with all views spent; with a
 * password; with a limit of views.
 */
export const SHARE_STATES = ['active', 'expired', 'used_up', 'protected', 'limited'] as const;

const SHARE_SORTS = ['created', 'updated', 'expires', 'views', 'size', 'slug'] as const;

/** What lists of texts can be sorted by; the size is the length in characters. */
export const TEXT_SHARE_SORTS = SHARE_SORTS;

/** What lists of files can be sorted by. */
export const FILE_SHARE_SORTS = [...SHARE_SORTS, 'name'] as const;

/** What a text is, which decides how it is shown. */
export const TEXT_KINDS = ['text', 'markdown', 'code'] as const;
