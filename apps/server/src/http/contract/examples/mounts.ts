import {
  createMount,
  deleteMount,
  getMount,
  getUserMount,
  listMounts,
  listUserMounts,
  updateMount,
} from '@satchel/api-client/contract/mounts';
import { example } from './example.ts';

const mount = {
  id: '8e0b2f6c-41d7-4a0b-9f3e-7c5d2a1b0e94',
  name: 'Releases',
  storage_type: 'S3',
  storage_config_id: 'embedded',
  mount_path: '/releases',
  remark: 'what the build server makes',
  is_active: 1,
  created_by: '0f8e7d6c-5b4a-4392-8170-6f5e4d3c2b1a',
  sort_order: 0,
  cache_ttl: 300,
  web_proxy: 0,
  webdav_policy: 'native_proxy',
  enable_sign: 0,
  sign_expires: null,
  created_at: '2026-06-01T09:00:00.000Z',
  updated_at: '2026-06-01T09:00:00.000Z',
  last_used: null,
} as const;
const usable = { ...mount, is_public: 1 } as const;

export const mountExamples = [
  example(listMounts, { reply: [mount] }),
  example(getMount, { reply: mount }),
  example(createMount, {
    body: {
      name: 'Releases',
      storage_type: 'S3',
      storage_config_id: 'embedded',
      mount_path: '/releases',
      remark: 'what the build server makes',
    },
    reply: mount,
  }),
  example(updateMount, { body: { cache_ttl: 60, is_active: false } }),
  example(deleteMount, {}),
  example(listUserMounts, { reply: [usable] }),
  example(getUserMount, { reply: usable }),
];
