import {
  getEntry,
  getEntryLink,
  listDirectory,
  makeDirectory,
  removeEntries,
  renameEntry,
  shareEntry,
  updateEntry,
} from '@satchel/api-client/contract/file-system';
import { commitCopies, copyEntries } from '@satchel/api-client/contract/file-system-copies';
import { cancelOperation, getOperation } from '@satchel/api-client/contract/file-system-operations';
import { example } from './example.ts';

const SIGNED =
  'https://share.example.org/s3/satchel/2026/notes.md?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=3600&X-Amz-Signature=9f2c';
const modified = '2026-06-01T09:00:00.000Z';
const mount_id = '8e0b2f6c-41d7-4a0b-9f3e-7c5d2a1b0e94';
const file = {
  name: 'notes.md',
  path: '/releases/2026/notes.md',
  isDirectory: false,
  isVirtual: false,
  size: 2048,
  modified,
  etag: '"5eb63bbbe01eeed093cb22bb8f5acdc3"',
  type: 4,
  typeName: 'text',
};

const operation = {
  id: 'Zk3vW8nT5rYbQ0pLsD7h',
  kind: 'remove',
  state: 'running',
  is_cancelling: false,
  progress: { done: 12_000, total: null, skipped: 0, failed: 0, bytes: 73_400_320 },
  created_at: modified,
  updated_at: '2026-06-01T09:00:30.000Z',
  result: null,
  error: null,
} as const;

export const fileSystemExamples = [
  example(listDirectory, {
    reply: {
      path: '/releases/2026/',
      type: 'directory',
      isDirectory: true,
      isRoot: false,
      isVirtual: false,
      mount_id,
      storage_type: 'S3',
      items: [
        {
          name: 'images',
          path: '/releases/2026/images/',
          isDirectory: true,
          isVirtual: false,
          size: null,
          modified,
          type: 1,
          typeName: 'folder',
        },
        file,
      ],
      next_cursor: null,
    },
  }),
  example(getEntry, {
    reply: {
      ...file,
      contentType: 'text/markdown',
      mount_id,
      storage_type: 'S3',
      preview_url: SIGNED,
      download_url: SIGNED,
    },
  }),
  example(getEntryLink, {
    reply: {
      success: true,
      presignedUrl: SIGNED,
      name: 'notes.md',
      expiresIn: 3600,
      expiresAt: '2026-06-01T10:00:00.000Z',
      forceDownload: false,
    },
  }),
  example(makeDirectory, { body: { path: '/releases/2026/images/' } }),
  example(updateEntry, {
    body: { path: '/releases/2026/notes.md', content: '# Notes\n' },
    reply: {
      success: true,
      path: '2026/notes.md',
      etag: '"5eb63bbbe01eeed093cb22bb8f5acdc3"',
      contentType: 'text/markdown',
      message: 'OK',
      isNewFile: false,
    },
  }),
  example(renameEntry, {
    body: { oldPath: '/releases/2026/notes.md', newPath: '/releases/2026/changes.md' },
  }),
  example(removeEntries, {
    body: { paths: ['/releases/2026/notes.md', '/releases/2025/'] },
    reply: { success: 2, failed: [] },
  }),
  example(shareEntry, {
    body: { path: '/releases/2026/notes.md', password: 'correct horse', expires_in: 24 },
    reply: {
      success: true,
      fileId: 'b3f0c2d4-7a51-4a52-9d0e-2f6f1c3a9e10',
      slug: 'k7Qm2x',
      filename: 'notes.md',
      size: 2048,
      hasPassword: true,
      expiresAt: '2026-03-02T12:00:00.000Z',
      maxViews: null,
      url: '/file/k7Qm2x',
      share_url: 'https://share.example.org/file/k7Qm2x',
      message: 'OK',
    },
  }),
  example(copyEntries, {
    body: {
      items: [{ sourcePath: '/releases/2026/notes.md', targetPath: '/releases/latest/notes.md' }],
      skipExisting: true,
    },
    reply: {
      crossStorage: false,
      success: 1,
      skipped: 0,
      failed: 0,
      details: [
        {
          sourcePath: '/releases/2026/notes.md',
          targetPath: '/releases/latest/notes.md',
          status: 'success',
          message: 'OK',
        },
      ],
    },
  }),
  example(getOperation, {
    reply: { ...operation, state: 'completed', result: { success: 2, failed: [] } },
  }),
  example(cancelOperation, { reply: { ...operation, is_cancelling: true } }),
  example(commitCopies, {
    body: {
      targetMountId: mount_id,
      files: [{ targetPath: '/releases/latest/notes.md', fileSize: 2048 }],
    },
    reply: {
      success: [{ targetPath: '/releases/latest/notes.md', fileName: 'notes.md' }],
      failed: [],
    },
  }),
];
