/**
 * Error table: code → HTTP status. A reply's `error` is one of these keys; clients branch on it and
 * never on text. `messages/` has a sentence for each code in each language.
 */
export const ERROR_STATUS = {
  'request.invalid': 400,
  'request.malformed': 400,
  'request.not_found': 404,
  'request.too_many_fields': 400,
  'request.timeout': 408,
  'request.rate_limited': 429,
  'request.length_required': 411,
  'request.too_large': 413,
  'request.unsupported_type': 415,
  'request.in_progress': 409,
  'request.key_reused': 422,
  'request.range_not_satisfiable': 416,
  'request.headers_too_large': 431,

  'auth.required': 401,
  'auth.invalid': 401,
  'auth.cross_site': 403,
  'auth.forbidden': 403,
  'auth.admin_required': 403,
  'auth.outside_base_path': 403,
  'auth.throttled': 429,
  'auth.busy': 503,

  'sessions.wrong_credentials': 401,
  'sessions.wrong_current_password': 401,
  'sessions.nothing_to_change': 400,
  'sessions.same_password': 400,
  'sessions.password_too_short': 400,
  'sessions.password_too_common': 400,
  'sessions.username_invalid': 400,
  'sessions.username_taken': 409,

  'api_keys.not_found': 404,
  'api_keys.name_empty': 400,
  'api_keys.name_taken': 409,
  'api_keys.key_taken': 409,
  'api_keys.custom_key_invalid': 400,
  'api_keys.expiry_invalid': 400,
  'api_keys.path_invalid': 400,
  'api_keys.nothing_to_change': 400,

  'shares.slug_invalid': 400,
  'shares.slug_reserved': 400,
  'shares.slug_taken': 409,
  'shares.expiry_invalid': 400,
  'shares.max_views_invalid': 400,

  'text_shares.not_found': 404,
  'text_shares.expired': 410,
  'text_shares.used_up': 410,
  'text_shares.password_required': 401,
  'text_shares.wrong_password': 401,
  'text_shares.no_password': 400,
  'text_shares.content_empty': 400,
  'text_shares.content_too_large': 413,
  'text_shares.changed': 412,

  'content.not_code': 403,

  'file_shares.not_found': 404,
  'file_shares.expired': 410,
  'file_shares.used_up': 410,
  'file_shares.password_required': 401,
  'file_shares.wrong_password': 401,
  'file_shares.no_password': 400,
  'file_shares.not_office': 400,
  'file_shares.too_large': 413,
  'file_shares.file_missing': 400,
  'file_shares.not_uploaded': 400,
  'file_shares.size_mismatch': 400,
  'file_shares.etag_mismatch': 400,
  'file_shares.no_storage': 400,
  'file_shares.upload_unknown': 404,
  'file_shares.parts_invalid': 400,
  'file_shares.path_invalid': 400,

  'bundles.not_found': 404,
  'bundles.expired': 410,
  'bundles.used_up': 410,
  'bundles.folder_gone': 410,
  'bundles.password_required': 401,
  'bundles.wrong_password': 401,
  'bundles.no_password': 400,
  'bundles.path_invalid': 400,
  'bundles.item_not_found': 404,
  'bundles.is_folder': 409,
  'bundles.cursor_invalid': 400,

  'upload_requests.not_found': 404,
  'upload_requests.expired': 410,
  'upload_requests.folder_gone': 410,
  'upload_requests.password_required': 401,
  'upload_requests.wrong_password': 401,
  'upload_requests.name_required': 400,
  'upload_requests.token_invalid': 401,
  'upload_requests.delivery_done': 409,
  'upload_requests.delivery_empty': 400,
  'upload_requests.delivery_not_found': 404,
  'upload_requests.too_many_files': 409,
  'upload_requests.file_too_large': 413,
  'upload_requests.total_too_large': 413,
  'upload_requests.type_refused': 415,

  'notifications.not_found': 404,
  'notifications.url_invalid': 400,
  'notifications.address_refused': 403,

  'url_uploads.url_invalid': 400,
  'url_uploads.address_refused': 403,
  'url_uploads.source_unreachable': 502,
  'url_uploads.source_timeout': 504,

  'storage.not_found': 404,
  'storage.insufficient': 507,
  'storage.full': 507,
  'storage.unavailable': 502,
  'storage.timeout': 504,
  'storage.in_use': 409,
  'storage.endpoint_invalid': 400,
  'storage.folder_invalid': 400,
  'storage.embedded_fixed': 400,
  'storage.cors_refused': 502,

  'mounts.not_found': 404,
  'mounts.name_invalid': 400,
  'mounts.path_invalid': 400,
  'mounts.path_reserved': 400,
  'mounts.path_taken': 409,
  'mounts.cache_ttl_invalid': 400,

  'file_system.path_invalid': 400,
  'file_system.cursor_invalid': 400,
  'file_system.not_found': 404,
  'file_system.exists': 409,
  'file_system.busy': 423,
  'file_system.locked': 423,
  'file_system.parent_missing': 409,
  'file_system.is_directory': 400,
  'file_system.mount_fixed': 400,
  'file_system.other_mount': 400,
  'file_system.other_kind': 400,
  'file_system.into_itself': 400,
  'file_system.partly_done': 502,
  'file_system.cancelled': 409,
  'file_system.operation_unknown': 404,
  'file_system.content_too_large': 413,
  'file_system.changed': 412,
  'file_system.claim_lost': 409,
  'file_system.upload_unknown': 404,
  'file_system.not_uploaded': 400,
  'file_system.size_mismatch': 400,
  'file_system.etag_mismatch': 400,
  'file_system.parts_invalid': 400,
  'file_system.signature_invalid': 401,

  'webdav.method_not_allowed': 405,
  'webdav.header_invalid': 400,
  'webdav.xml_invalid': 400,
  'webdav.depth_infinite': 403,
  'webdav.destination_elsewhere': 502,
  'webdav.lock_conflict': 423,
  'webdav.locks_full': 507,
  'webdav.lock_unknown': 409,
  'webdav.properties_full': 507,

  'thumbnails.none': 404,
  'thumbnails.busy': 503,

  'search.query_too_short': 400,
  'search.mount_missing': 400,
  'search.path_missing': 400,

  'settings.not_found': 404,
  'settings.group_not_found': 404,
  'settings.value_invalid': 400,

  'server.internal': 500,
  'server.unavailable': 503,
  'server.overloaded': 503,
  'server.database_unavailable': 503,
  'server.disk_full': 507,
} as const satisfies Record<string, number>;

/** Code of the error table, such as `'text_shares.not_found'`. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/** Codes that any call may fail with, beyond those that it declares. */
export type GeneralErrorCode =
  | Extract<ErrorCode, `${'request' | 'auth' | 'server'}.${string}`>
  | Extract<ClientErrorCode, `client.${string}`>;

/** Codes whose details have the seconds until a retry makes sense. */
type RetryLaterCode =
  | 'request.rate_limited'
  | 'auth.throttled'
  | 'auth.busy'
  | 'thumbnails.busy'
  | 'server.overloaded';

/**
 * Shape of `details` by code, for codes that have some. A code about a field, such as
 * `shares.slug_invalid`, may have the details of `request.invalid`.
 */
export interface ErrorDetails extends Record<RetryLaterCode, { readonly seconds: number }> {
  /** `problem` is a sentence about the first problem; `issues` lists all, such as `items.0.path`. */
  readonly 'request.invalid': {
    readonly part: 'params' | 'query' | 'body';
    readonly issues: readonly { readonly path: string; readonly problem: string }[];
    readonly problem: string;
  };
  /** Maximum number of fields in a form. */
  readonly 'request.too_many_fields': { readonly limit: number };
  /** Size of the file in bytes, if known. */
  readonly 'request.range_not_satisfiable': { readonly size?: number };
  /** Permissions of which one would suffice. */
  readonly 'auth.forbidden': { readonly anyOf?: readonly string[] };
  /** Number of refused passwords, as text: `10,000`. */
  readonly 'sessions.password_too_common': { readonly commonest: string };
  /** Maximum size of a file, in megabytes of 1024² bytes. */
  readonly 'file_shares.too_large': { readonly maxMegabytes: number };
  /** Maximum number of files. */
  readonly 'upload_requests.too_many_files': { readonly limit: number };
  /** Maximum size of a file, in bytes. */
  readonly 'upload_requests.file_too_large': { readonly maxBytes: number };
  /** Maximum size of all files together, in bytes. */
  readonly 'upload_requests.total_too_large': { readonly maxBytes: number };
  /** Accepted types, such as `image/*` and `.pdf`. */
  readonly 'upload_requests.type_refused': { readonly types: readonly string[] };
  /** HTTP status of the source, if it answered. */
  readonly 'url_uploads.source_unreachable': { readonly status?: number };
  /** Formatted sizes, such as `1.5 GB`; absent if only the storage knows them. */
  readonly 'storage.insufficient': Readonly<
    Partial<Record<'size' | 'remaining' | 'total', string>>
  >;
  /** Number of mounts and file shares that use the storage. */
  readonly 'storage.in_use': { readonly mounts: number; readonly fileShares: number };
  /** Error code of the storage. */
  readonly 'storage.cors_refused': { readonly problem: string };
  /** Number of files that are in both places. */
  readonly 'file_system.partly_done': { readonly count: number };
  /** Reasons why the server cannot work now, for `GET /api/health/ready`. */
  readonly 'server.unavailable': { readonly problems?: readonly ReadinessProblem[] };
  /** Base URL as it was given. */
  readonly 'client.wrong_base_url': { readonly baseUrl: string };
  /** Address that the server redirects to; '' in browsers, which hide it. */
  readonly 'client.redirected': { readonly location: string };
}

/** Reason why a server cannot work: it is stopping, or this fails. `clock`: the time is wrong. */
export type ReadinessProblem = 'draining' | 'database' | 'storage' | 'clock' | 'disk_full';

/**
 * Shape of `details` for a code.
 *
 * @example
 * const details: DetailsOf<'auth.throttled'> = { seconds: 30 };
 */
export type DetailsOf<Code> = Code extends keyof ErrorDetails
  ? ErrorDetails[Code]
  : Readonly<Record<string, unknown>>;

/** True for a code of the error table. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERROR_STATUS, value);
}

/** Codes of the client itself, for failures without a reply of the server. */
export type ClientErrorCode =
  | 'client.cancelled'
  | 'client.timeout'
  | 'client.network'
  | 'client.invalid_reply'
  | 'client.source_changed'
  /** `baseUrl` is not the address of a Satchel server. */
  | 'client.wrong_base_url'
  | 'client.redirected'
  /** `@satchel/multipart-uploader` is not installed. */
  | 'client.upload_engine_missing'
  | UploadFailureCode;

/** Codes of the upload engine. */
export type UploadFailureCode =
  | 'upload.part_failed'
  | 'upload.missing_etag'
  | 'upload.create_failed'
  | 'upload.sign_failed'
  | 'upload.list_failed'
  | 'upload.complete_failed'
  | 'upload.no_such_upload'
  | 'upload.size_mismatch'
  | 'upload.file_too_large'
  | 'upload.file_unreadable';
