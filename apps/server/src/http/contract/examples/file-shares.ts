import {
  deleteFileShares,
  getFileShare,
  listFileShares,
  officePreview,
  unlockFileShare,
  updateFileShare,
  viewFileShare,
} from '@satchel/api-client/contract/file-shares';
import { example } from './example.ts';

const ORIGIN = 'https://share.example.org';
const GRANT = 'grant=m9x2k1qo.Zk3vW8nT5rYbQ0pLsD7hJ2cXfA4gU6eI';
const SIGNED = `${ORIGIN}/s3/satchel/report-x7Kq2a.pdf?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=3600&X-Amz-Signature=9f2c`;

export const fileShareRow = {
  id: 'b3f0c2d4-7a51-4a52-9d0e-2f6f1c3a9e10',
  filename: 'report.pdf',
  slug: 'report',
  storage_path: 'report-x7Kq2a.pdf',
  storage_config_id: 'embedded',
  storage_type: 'S3',
  file_path: null,
  mimetype: 'application/pdf',
  size: 52_341,
  remark: 'second edition',
  note: null,
  created_at: '2026-06-01T09:00:00.000Z',
  updated_at: '2026-06-01T09:00:05.000Z',
  views: 0,
  max_views: null,
  expires_at: '2026-06-02T09:00:00.000Z',
  etag: '"5eb63bbbe01eeed093cb22bb8f5acdc3"',
  created_by: 'apikey:2f1c7a52-8c1b-4a8e-b7b5-64a2f3d1c0de',
  key_name: 'build server',
  use_proxy: 0,
  storage_config_name: 'Embedded storage',
  storage_provider_type: 'Embedded',
  storage_config_detail_id: 'embedded',
  has_password: false,
  type: 7,
  typeName: 'document',
  in_place: false,
  mounted_path: null,
} as const;

export const committedExample = {
  ...fileShareRow,
  url: '/file/report',
  share_url: `${ORIGIN}/file/report`,
};

const urls = {
  previewUrl: SIGNED,
  downloadUrl: SIGNED,
  proxyPreviewUrl: `${ORIGIN}/api/file-view/report?${GRANT}`,
  proxyDownloadUrl: `${ORIGIN}/api/file-download/report?${GRANT}`,
  use_proxy: 0 as const,
};

export const uploadedExample = {
  ...committedExample,
  previewUrl: SIGNED,
  downloadUrl: SIGNED,
};

const opened = {
  id: fileShareRow.id,
  slug: 'report',
  filename: 'report.pdf',
  mimetype: 'application/pdf',
  size: 52_341,
  remark: 'second edition',
  created_at: '2026-06-01T09:00:00.000Z',
  requires_password: false,
  has_password: false,
  views: 1,
  max_views: null,
  expires_at: '2026-06-02T09:00:00.000Z',
  previewUrl: SIGNED,
  downloadUrl: SIGNED,
  s3_direct_preview_url: SIGNED,
  s3_direct_download_url: SIGNED,
  proxy_preview_url: urls.proxyPreviewUrl,
  proxy_download_url: urls.proxyDownloadUrl,
  use_proxy: 0 as const,
  created_by: fileShareRow.created_by,
  type: 7,
  typeName: 'document',
  isLastView: false,
};

export const fileShareExamples = [
  example(listFileShares, {
    reply: {
      data: {
        files: [fileShareRow],
        pagination: { total: 1, limit: 50, offset: 0, hasMore: false },
      },
    },
  }),
  example(getFileShare, { reply: { ...fileShareRow, urls } }),
  example(updateFileShare, {
    body: { remark: 'third edition', password: 'sesame', max_views: 10, expires_at: null },
  }),
  example(deleteFileShares, {
    body: { ids: [fileShareRow.id], delete_mode: 'owned' },
    reply: { success: 1, failed: [] },
  }),
  example(viewFileShare, { reply: opened }),
  example(unlockFileShare, {
    body: { password: 'sesame' },
    reply: { ...opened, has_password: true },
  }),
  example(officePreview, {
    reply: {
      url: SIGNED.replace('report-x7Kq2a.pdf', 'minutes-p4Lm9z.docx'),
      filename: 'minutes.docx',
      mimetype: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      expires_in: 3600,
      is_temporary: true,
    },
  }),
];
