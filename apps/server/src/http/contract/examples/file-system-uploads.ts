import {
  abortEntryMultipart,
  commitEntry,
  completeEntryMultipart,
  initEntryMultipart,
  listEntryParts,
  listEntryUploads,
  presignEntry,
  signEntryParts,
  uploadEntry,
} from '@satchel/api-client/contract/file-system-uploads';
import { example } from './example.ts';

const STORAGE = 'https://share.example.org/s3/satchel/2026/video.mp4';
const SIGNATURE = 'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=3600&X-Amz-Signature=9f2c';
const mount = '8e0b2f6c-41d7-4a0b-9f3e-7c5d2a1b0e94';
const uploadId = 'VXBsb2FkIG9mIGEgbGFyZ2UgZmlsZQ';
const etag = '"9b2cf535f27731c974343645a3985328-3"';
const size = 12_582_912;
const partSize = 5_242_880;
const reference = { path: '/releases/2026/', fileName: 'video.mp4', uploadId };
const stored = {
  success: true,
  fileName: 'video.mp4',
  size,
  contentType: 'video/mp4',
  s3Path: '2026/video.mp4',
  s3Url: STORAGE,
  etag,
  message: 'OK',
} as const;
const partUrl = (partNumber: number) => ({
  partNumber,
  url: `${STORAGE}?partNumber=${partNumber}&uploadId=${uploadId}&${SIGNATURE}`,
});

export const fileSystemUploadExamples = [
  example(uploadEntry, { reply: stored }),
  example(presignEntry, {
    body: {
      path: '/releases/2026/',
      fileName: 'video.mp4',
      contentType: 'video/mp4',
      fileSize: size,
    },
    reply: {
      presignedUrl: `${STORAGE}?${SIGNATURE}`,
      fileId: 'm9x2k1qo.Zk3vW8nT5rYbQ0pLsD7hJ2cXfA4gU6eI',
      s3Path: '2026/video.mp4',
      s3Url: STORAGE,
      mountId: mount,
      s3ConfigId: 'embedded',
      targetPath: '/releases/2026/video.mp4',
      contentType: 'video/mp4',
      provider_type: 'Embedded',
    },
  }),
  example(commitEntry, {
    body: {
      targetPath: '/releases/2026/video.mp4',
      mountId: mount,
      fileId: 'm9x2k1qo.Zk3vW8nT5rYbQ0pLsD7hJ2cXfA4gU6eI',
      fileSize: size,
    },
    reply: { fileName: 'video.mp4', targetPath: '/releases/2026/video.mp4', fileSize: size },
  }),
  example(initEntryMultipart, {
    body: { path: '/releases/2026/', fileName: 'video.mp4', fileSize: size, partSize },
    reply: {
      uploadId,
      bucket: 'satchel',
      key: '2026/video.mp4',
      partSize,
      partCount: 3,
      presignedUrls: [partUrl(1), partUrl(2), partUrl(3)],
      expiresIn: 3600,
      mount_id: mount,
      path: '/releases/2026/video.mp4',
      storage_type: 'S3',
    },
  }),
  example(completeEntryMultipart, {
    body: {
      ...reference,
      parts: [1, 2, 3].map((PartNumber) => ({
        PartNumber,
        ETag: '"5eb63bbbe01eeed093cb22bb8f5acdc3"',
      })),
    },
    reply: { ...stored, location: STORAGE },
  }),
  example(abortEntryMultipart, { body: reference, reply: { success: true, message: 'OK' } }),
  example(listEntryUploads, {
    body: { path: '/releases/2026/' },
    reply: {
      success: true,
      uploads: [
        {
          key: '2026/video.mp4',
          uploadId,
          initiated: '2026-06-01T09:00:00.000Z',
          storageClass: 'STANDARD',
          owner: null,
          path: '/releases/2026/video.mp4',
          fileSize: size,
          partSize,
        },
      ],
      bucket: 'satchel',
      keyMarker: '',
      uploadIdMarker: '',
      nextKeyMarker: '',
      nextUploadIdMarker: '',
      maxUploads: 1000,
      isTruncated: false,
      prefix: '2026/',
    },
  }),
  example(listEntryParts, {
    body: reference,
    reply: {
      success: true,
      parts: [
        {
          partNumber: 1,
          lastModified: '2026-06-01T09:00:30.000Z',
          etag: '"5eb63bbbe01eeed093cb22bb8f5acdc3"',
          size: partSize,
        },
      ],
      bucket: 'satchel',
      key: '2026/video.mp4',
      uploadId,
      partNumberMarker: 0,
      nextPartNumberMarker: 1,
      maxParts: 10_000,
      isTruncated: false,
      storageClass: 'STANDARD',
      owner: null,
    },
  }),
  example(signEntryParts, {
    body: { ...reference, partNumbers: [2, 3] },
    reply: { success: true, uploadId, presignedUrls: [partUrl(2), partUrl(3)], expiresIn: 3600 },
  }),
];
