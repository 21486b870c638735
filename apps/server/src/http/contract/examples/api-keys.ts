import {
  createApiKey,
  deleteApiKey,
  listApiKeys,
  updateApiKey,
} from '@satchel/api-client/contract/api-keys';
import { example } from './example.ts';

/** TEXT, FILE_SHARE, MOUNT_VIEW and MOUNT_UPLOAD. */
const PERMISSIONS = 1 + 2 + 256 + 512;

const key = {
  id: '2f1c7a52-8c1b-4a8e-b7b5-64a2f3d1c0de',
  name: 'build server',
  key_masked: 'sk_9fQ...',
  permissions: PERMISSIONS,
  permission_names: ['text', 'file_share', 'mount_view', 'mount_upload'],
  role: 'GENERAL',
  basic_path: '/releases',
  is_guest: 0 as const,
  created_at: '2026-06-01T09:00:00.000Z',
  expires_at: '2026-12-31T00:00:00.000Z',
};

export const apiKeyExamples = [
  example(listApiKeys, {
    reply: [
      {
        ...key,
        key: 'sk_9fQ...',
        last_used: '2026-06-01T10:30:00.000Z',
        is_expired: false,
      },
    ],
  }),
  example(createApiKey, {
    body: {
      name: 'build server',
      permissions: PERMISSIONS,
      basic_path: '/releases',
      expires_at: '2026-12-31T00:00:00.000Z',
    },
    reply: { ...key, key: 'sk_9fQ2mXw7JtB0yZrKc5eLh8uPd1sGf4a6oTi3RjEvNk' },
  }),
  example(updateApiKey, { body: { name: 'release server', expires_at: 'never' } }),
  example(deleteApiKey, {}),
];
