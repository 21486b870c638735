import {
  abortFileShareMultipart,
  commitFileShare,
  completeFileShareMultipart,
  initFileShareMultipart,
  listFileShareParts,
  presignFileShare,
  signFileShareParts,
  uploadFileShareDirect,
  uploadFileShareForm,
} from '@satchel/api-client/contract/file-share-uploads';
import { example } from './example.ts';
import { committedExample, uploadedExample } from './file-shares.ts';

const STORAGE = 'https://share.example.org/s3/satchel';
const SIGNATURE = 'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=3600&X-Amz-Signature=9f2c';
const reference = {
  file_id: committedExample.id,
  upload_id: 'VXBsb2FkIG9mIGEgbGFyZ2UgZmlsZQ',
};
const options = {
  s3_config_id: 'embedded',
  slug: 'report',
  remark: 'second edition',
  expires_in: 24,
  max_views: 0,
};
const reservation = {
  file_id: reference.file_id,
  storage_path: 'report-x7Kq2a.pdf',
  s3_url: `${STORAGE}/report-x7Kq2a.pdf`,
  slug: 'report',
  provider_type: 'Embedded',
  contentType: 'application/pdf',
  hasPassword: false,
  expiresAt: '2026-06-02T09:00:00.000Z',
  maxViews: null,
  url: '/file/report',
  share_url: 'https://share.example.org/file/report',
};
const partUrl = (partNumber: number) => ({
  partNumber,
  url: `${STORAGE}/video-a1B2c3.mp4?partNumber=${partNumber}&uploadId=${reference.upload_id}&${SIGNATURE}`,
});
const etag = '"5eb63bbbe01eeed093cb22bb8f5acdc3"';

export const fileShareUploadExamples = [
  example(presignFileShare, {
    body: { ...options, filename: 'report.pdf', size: 52_341 },
    reply: { ...reservation, upload_url: `${STORAGE}/report-x7Kq2a.pdf?${SIGNATURE}` },
  }),
  example(commitFileShare, {
    body: { file_id: reference.file_id, size: '52341', etag },
    reply: committedExample,
  }),
  example(initFileShareMultipart, {
    body: { filename: 'video.mp4', size: 12_582_912, part_size: 5_242_880 },
    reply: {
      ...reservation,
      storage_path: 'video-a1B2c3.mp4',
      s3_url: `${STORAGE}/video-a1B2c3.mp4`,
      slug: 'k7Qm2x',
      contentType: 'video/mp4',
      expiresAt: null,
      url: '/file/k7Qm2x',
      share_url: 'https://share.example.org/file/k7Qm2x',
      upload_id: reference.upload_id,
      part_size: 5_242_880,
      part_count: 3,
      presigned_urls: [partUrl(1), partUrl(2), partUrl(3)],
      expires_in: 3600,
    },
  }),
  example(signFileShareParts, {
    body: { ...reference, part_numbers: [2, 3] },
    reply: { presigned_urls: [partUrl(2), partUrl(3)], expires_in: 3600 },
  }),
  example(listFileShareParts, {
    body: reference,
    reply: { parts: [{ partNumber: 1, size: 5_242_880, etag }] },
  }),
  example(completeFileShareMultipart, {
    body: { ...reference, parts: [1, 2, 3].map((PartNumber) => ({ PartNumber, ETag: etag })) },
    reply: {
      file_id: reference.file_id,
      etag: '"9b2cf535f27731c974343645a3985328-3"',
      size: 12_582_912,
    },
  }),
  example(abortFileShareMultipart, { body: reference }),
  example(uploadFileShareForm, { reply: uploadedExample }),
  example(uploadFileShareDirect, { reply: uploadedExample }),
];
