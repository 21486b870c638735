import type { ErrorCode } from '../errors.ts';

/** One English sentence for each code; `{name}` is filled from the error's details. */
export const en: Record<ErrorCode, string> = {
  'request.invalid': 'The request is not valid: {problem}',
  'request.malformed': 'The request could not be read',
  'request.not_found': 'There is nothing at this address',
  'request.method_not_allowed': 'This address does not accept this method',
  'request.too_many_fields': 'The form has more than {limit} fields',
  'request.timeout': 'The request did not arrive in time',
  'request.length_required': 'The length of the upload must be given',
  'request.too_large': 'The request is too large',
  'request.in_progress': 'The same request is being handled; try again in a moment',
  'request.key_reused': 'This Idempotency-Key has been used for another request',
  'request.unsupported_type': 'This content type is not supported',
  'request.rate_limited': 'Too many requests, try again in {seconds} seconds',
  'request.range_not_satisfiable': 'The requested range is outside the file',
  'request.headers_too_large': 'The request headers are too large',

  'auth.required': 'Unauthorized, please log in and retry',
  'auth.invalid': 'The credential is invalid or has expired',
  'auth.cross_site': 'Other sites may not use the password that your browser keeps for this one',
  'auth.forbidden': 'Access denied, you may have no right to do this',
  'auth.admin_required': 'Only an administrator may do this',
  'auth.outside_base_path': 'Access denied, this path lies outside what your key may use',
  'auth.throttled': 'Too many failed attempts, try again in {seconds} seconds',
  'auth.busy': 'Too many passwords are being checked right now, try again in {seconds} seconds',

  'sessions.wrong_credentials': 'Invalid username or password',
  'sessions.wrong_current_password': 'The current password is wrong',
  'sessions.nothing_to_change': 'Give a new username, a new password or both',
  'sessions.same_password': 'The new password must differ from the current one',
  'sessions.password_too_short': 'The password must have at least 8 characters',
  'sessions.password_too_common':
    'This password is among the {commonest} most common ones, choose another',
  'sessions.username_invalid': 'A username has 1 to 64 characters, without spaces and colons',
  'sessions.username_taken': 'This username is already taken',

  'api_keys.not_found': 'This API key does not exist',
  'api_keys.name_empty': 'The key needs a name',
  'api_keys.name_taken': 'A key of this name exists already',
  'api_keys.key_taken': 'This custom key is in use already',
  'api_keys.custom_key_invalid':
    'A custom key has 12 to 128 letters, digits, underscores or hyphens',
  'api_keys.expiry_invalid': 'The expiry is not a valid time in the future',
  'api_keys.path_invalid': 'The base path is not valid',
  'api_keys.nothing_to_change': 'There is nothing to change in this request',

  'shares.slug_invalid':
    'The link suffix may have letters, digits, hyphen and underscore, at most 50 characters',
  'shares.slug_reserved': 'This link suffix is reserved, please try another',
  'shares.slug_taken': 'The link suffix is already taken, please try another',
  'shares.expiry_invalid': 'The expiry must be a time in the future',
  'shares.max_views_invalid': 'Max views must be a whole number, 0 or more',

  'text_shares.not_found': 'This text share does not exist',
  'text_shares.expired': 'This text share has expired',
  'text_shares.used_up': 'This text share has reached its maximum number of views',
  'text_shares.password_required': 'This text share needs a password',
  // Older clients recognize a wrong password by the number 401 in the sentence.
  'text_shares.wrong_password': 'Wrong password (401)',
  'text_shares.no_password': 'This text share has no password',
  'text_shares.content_empty': 'Content cannot be empty',
  'text_shares.changed': 'This text was changed by somebody else in the meantime',
  'text_shares.content_too_large': 'Content is too large; the limit is 10 MiB',

  'content.not_code': 'Uploaded files are not served as scripts, style sheets or embedded objects',

  'file_shares.not_found': 'This file does not exist',
  'file_shares.expired': 'This file share has expired',
  'file_shares.used_up': 'This file share has reached its maximum number of views',
  'file_shares.password_required': 'This file needs a password',
  // Older clients recognize a wrong password by the number 401 in the sentence.
  'file_shares.wrong_password': 'Wrong password (401)',
  'file_shares.no_password': 'This file has no password',
  'file_shares.not_office': 'This file is not an office document, so no office viewer shows it',
  'file_shares.too_large': 'The file is too large; the limit is {maxMegabytes} MB',
  'file_shares.file_missing': 'The form must hold exactly one file',
  'file_shares.not_uploaded': 'The file has not been uploaded to storage yet',
  'file_shares.size_mismatch': 'The stored file has another size than was announced',
  'file_shares.etag_mismatch': 'The stored file has another ETag than was announced',
  'file_shares.no_storage': 'There is no storage that you may use',
  'file_shares.upload_unknown': 'This upload does not exist or has ended',
  'file_shares.parts_invalid':
    'Some parts of the upload are missing or differ from what was stored',
  'file_shares.path_invalid': 'The folder is not valid',

  'bundles.not_found': 'This link does not exist',
  'bundles.expired': 'This link has expired',
  'bundles.used_up': 'This link has reached its maximum number of visits',
  'bundles.folder_gone': 'The shared folder is no longer available',
  'bundles.password_required': 'This link needs a password',
  'bundles.wrong_password': 'Wrong password',
  'bundles.no_password': 'This link has no password',
  'bundles.path_invalid': 'This path is not valid within a link',
  'bundles.item_not_found': 'This item does not exist',
  'bundles.is_folder': 'This link shows a folder; change the files in the folder itself',
  'bundles.cursor_invalid': 'This page of the list does not exist',

  'upload_requests.not_found': 'This upload request does not exist',
  'upload_requests.expired': 'This upload request has ended',
  'upload_requests.folder_gone': 'The folder of this upload request is no longer available',
  'upload_requests.password_required': 'This upload request needs a password',
  'upload_requests.wrong_password': 'Wrong password',
  'upload_requests.name_required': 'Enter your name',
  'upload_requests.token_invalid': 'This upload has ended; open the link again',
  'upload_requests.delivery_done':
    'You have already finished this delivery; open the link again to send more',
  'upload_requests.delivery_empty': 'There are no files in this delivery',
  'upload_requests.delivery_not_found': 'This delivery does not exist',
  'upload_requests.too_many_files':
    'No more files can be sent; the limit of this request is {limit}',
  'upload_requests.file_too_large':
    'The file is too large for this request; the limit is {maxBytes}',
  'upload_requests.total_too_large': 'The files are too large together; the limit is {maxBytes}',
  'upload_requests.type_refused': 'This request accepts only these types: {types}',

  'notifications.not_found': 'This notification does not exist',
  'notifications.url_invalid':
    'The webhook needs an http or https URL without user name and password',
  'notifications.address_refused': 'Webhooks reach public addresses only',

  'url_uploads.url_invalid': 'This is not an http or https address that can be used',
  'url_uploads.address_refused': 'Access denied, files are not fetched from this address',
  'url_uploads.source_unreachable': 'The file could not be fetched from this address',
  'url_uploads.source_timeout': 'The address took too long to answer',

  'storage.not_found': 'This storage configuration does not exist',
  'storage.insufficient':
    'Insufficient storage: the file has {size}, {remaining} of {total} are left',
  'storage.full': 'Insufficient storage: the storage has no space left',
  'storage.unavailable': 'The storage cannot be reached at the moment',
  'storage.timeout': 'The storage took too long to answer',
  'storage.in_use':
    'This storage is in use by {mounts} mounts and {fileShares} files, remove them first',
  'storage.endpoint_invalid':
    'The address must begin with http:// or https:// and hold no name, password or query',
  'storage.folder_invalid': 'The default folder is not a valid path',
  'storage.embedded_fixed':
    'The built-in storage stays: it cannot be deleted, and its address and credentials are fixed',
  'storage.cors_refused':
    'The storage refused to change its CORS rules ({problem}); set them in its own console',

  'mounts.not_found': 'This mount does not exist',
  'mounts.name_invalid': 'The name of a mount has 1 to 50 characters',
  'mounts.path_invalid':
    'The mount path has the form /name, of letters, digits, underscores and hyphens',
  'mounts.path_reserved': 'This mount path is reserved by the system, please try another',
  'mounts.path_taken': 'Another mount has this path already',
  'mounts.cache_ttl_invalid': 'The cache time is a whole number of seconds from 0 to 86400',

  'file_system.path_invalid': 'This path is not valid',
  'file_system.cursor_invalid':
    'This page of the listing is no longer known, list again from the start',
  'file_system.not_found': 'This file or folder does not exist',
  'file_system.exists': 'An item with this name already exists',
  'file_system.busy': 'Somebody is changing this right now, please try again in a moment',
  'file_system.locked': 'Another program has locked this over WebDAV',
  'file_system.parent_missing': 'The folder that is to hold this does not exist',
  'file_system.is_directory': 'This is a folder; only files can be shared',
  'file_system.mount_fixed': 'A mount, or a folder that holds one, cannot be moved or deleted here',
  'file_system.other_mount': 'Renaming works within one mount only',
  'file_system.other_kind': 'A file cannot become a folder, nor a folder a file',
  'file_system.into_itself': 'A folder cannot be put into itself',
  'file_system.partly_done':
    'The storage failed midway: {count} files are now in both the old and the new place',
  'file_system.cancelled': 'This was cancelled before it was done',
  'file_system.operation_unknown': 'This operation does not exist or ended long ago',
  'file_system.content_too_large': 'Content is too large; the limit is 10 MiB',
  'file_system.claim_lost':
    'The server was interrupted while it was writing. Nothing was replaced, please try again',
  'file_system.changed': 'This file was changed by somebody else in the meantime',
  'file_system.upload_unknown': 'This upload does not exist or has ended',
  'file_system.not_uploaded': 'The file has not been uploaded',
  'file_system.size_mismatch': 'The uploaded file has another size than announced',
  'file_system.etag_mismatch': 'The uploaded file is not the announced one',
  'file_system.parts_invalid': 'Some parts are missing or wrong',
  'file_system.signature_invalid': 'This link is not signed or has expired',

  'webdav.method_not_allowed': 'WebDAV cannot do that with this file or folder',
  'webdav.header_invalid': 'A WebDAV header of this request is malformed',
  'webdav.xml_invalid': 'The XML of this request is malformed, or has what is not accepted',
  'webdav.depth_infinite': 'A folder is listed one level at a time',
  'webdav.destination_elsewhere': 'The destination is on another server',
  'webdav.lock_conflict': 'Somebody else holds a lock on this, or on what is in it',
  'webdav.locks_full': 'There are too many locks; release some and try again',
  'webdav.lock_unknown': 'There is no such lock on this',
  'webdav.properties_full': 'Too many or too large properties',

  'thumbnails.none': 'There is no thumbnail of this file',
  'thumbnails.busy': 'Too many thumbnails are being made, please try again in {seconds} s',

  'search.query_too_short': 'A search needs at least 2 characters',
  'search.mount_missing': 'Name the mount to search in',
  'search.path_missing': 'Name the folder to search in',

  'settings.not_found': 'This setting does not exist',
  'settings.group_not_found': 'This group of settings does not exist',
  'settings.value_invalid': 'The value does not fit this setting',

  'server.internal': 'Something went wrong on the server',
  'server.unavailable': 'The server is busy or shutting down, please retry',
  'server.overloaded': 'The server is overloaded, try again in {seconds} seconds',
  'server.database_unavailable': 'The server cannot use its database at the moment, please retry',
  'server.disk_full': 'The disk of the server is full',
};
