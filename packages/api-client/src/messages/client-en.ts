import type { ClientErrorCode } from '../errors.ts';

/** English sentences for errors of the client itself. */
export const clientEn: Record<ClientErrorCode, string> = {
  'client.cancelled': 'The request was cancelled',
  'client.timeout': 'The request timed out, the server took too long',
  'client.network': 'The network connection failed, check the network settings',
  'client.invalid_reply': 'The request failed: the answer could not be read',
  'client.source_changed': 'The file changed while it was being read',
  'client.wrong_base_url':
    'There is no Satchel server at "{baseUrl}": give its address with http:// or https://, without /api',
  'client.redirected':
    'The server redirects to another address, which may be the right one to use: {location}',
  'client.upload_engine_missing': 'Uploads need the package @satchel/multipart-uploader',

  'upload.part_failed': 'Some parts failed to upload',
  'upload.missing_etag': 'No ETag obtained: the storage must expose it to browsers (CORS)',
  'upload.create_failed': 'Failed to initialize the multipart upload',
  'upload.sign_failed': 'Failed to refresh the presigned URLs',
  'upload.list_failed': 'Failed to list the uploaded parts',
  'upload.complete_failed': 'Failed to complete the multipart upload',
  'upload.no_such_upload': 'This upload does not exist any more',
  'upload.size_mismatch': 'The stored file has another size',
  'upload.file_too_large': 'The file is too large',
  'upload.file_unreadable': 'The file has changed or cannot be read',
};
