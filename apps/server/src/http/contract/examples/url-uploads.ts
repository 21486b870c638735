import {
  abortUrlMultipart,
  cancelUrlUpload,
  commitUrlUpload,
  completeUrlMultipart,
  initUrlMultipart,
  presignUrlUpload,
  readUrlInfo,
} from '@satchel/api-client/contract/url-uploads';
import { example } from './example.ts';
import { committedExample } from './file-shares.ts';

const SOURCE = 'https://downloads.example.com/report.pdf';
const STORAGE = 'https://share.example.org/s3/satchel/report-x7Kq2a.pdf';
const SIGNATURE = 'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=3600&X-Amz-Signature=9f2c';
const file_id = committedExample.id;
const upload_id = 'VXBsb2FkIG9mIGEgbGFyZ2UgZmlsZQ';
const etag = '"5eb63bbbe01eeed093cb22bb8f5acdc3"';
const reserved = {
  file_id,
  slug: 'report',
  filename: 'report.pdf',
  contentType: 'application/pdf',
  hasPassword: false,
  expiresAt: null,
  maxViews: null,
  url: '/file/report',
  share_url: 'https://share.example.org/file/report',
  corsSupported: false,
  sourceUrl: SOURCE,
};

export const urlUploadExamples = [
  example(readUrlInfo, {
    body: { url: SOURCE },
    reply: {
      url: SOURCE,
      filename: 'report.pdf',
      contentType: 'application/pdf',
      size: 52_341,
      lastModified: 'Mon, 01 Jun 2026 09:00:00 GMT',
      method: 'HEAD',
      corsSupported: false,
      type: 7,
      typeName: 'document',
    },
  }),
  example(presignUrlUpload, {
    body: { url: SOURCE, slug: 'report' },
    reply: {
      ...reserved,
      upload_url: `${STORAGE}?${SIGNATURE}`,
      storage_path: 'report-x7Kq2a.pdf',
      s3_url: STORAGE,
      provider_type: 'Embedded',
    },
  }),
  example(commitUrlUpload, { body: { file_id, size: 52_341, etag }, reply: committedExample }),
  example(initUrlMultipart, {
    body: { url: SOURCE, slug: 'report', total_size: 52_341 },
    reply: {
      ...reserved,
      upload_id,
      storagePath: 'report-x7Kq2a.pdf',
      s3Url: STORAGE,
      presigned_urls: [
        { partNumber: 1, url: `${STORAGE}?partNumber=1&uploadId=${upload_id}&${SIGNATURE}` },
      ],
      partSize: 5_242_880,
      totalSize: 52_341,
      partCount: 1,
    },
  }),
  example(completeUrlMultipart, {
    body: { file_id, upload_id, parts: [{ PartNumber: 1, ETag: etag }] },
    reply: {
      success: true,
      fileId: file_id,
      slug: 'report',
      filename: 'report.pdf',
      size: 52_341,
      etag,
      url: '/file/report',
      share_url: 'https://share.example.org/file/report',
      s3Url: STORAGE,
      type: 7,
      typeName: 'document',
    },
  }),
  example(abortUrlMultipart, {
    body: { file_id, upload_id },
    reply: { success: true, message: 'OK', fileId: file_id },
  }),
  example(cancelUrlUpload, {
    body: { file_id },
    reply: { file_id, status: 'cancelled', message: 'OK' },
  }),
];
