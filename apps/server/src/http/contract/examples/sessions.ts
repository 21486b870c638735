import {
  changePassword,
  checkAdminToken,
  checkApiKey,
  endOtherSessions,
  endSession,
  listSessions,
  login,
  logout,
} from '@satchel/api-client/contract/sessions';
import { example } from './example.ts';

export const sessionExamples = [
  example(login, {
    body: { username: 'admin', password: 'correct horse battery staple' },
    reply: {
      username: 'admin',
      token: 'm3Xq0wVn7JtB2yZrKc5eLh8uPd1sGf4a6oTi9RjEvQk',
      expiresAt: '2026-06-02T09:00:00.000Z',
    },
  }),
  example(logout, {}),
  example(checkAdminToken, {}),
  example(checkApiKey, {
    reply: {
      name: 'build server',
      basic_path: '/releases',
      permissions: {
        text: true,
        file: true,
        mount_view: true,
        mount_upload: true,
        mount_copy: false,
        mount_rename: false,
        mount_delete: false,
        webdav_read: false,
        webdav_manage: false,
      },
      key_info: {
        id: '2f1c7a52-8c1b-4a8e-b7b5-64a2f3d1c0de',
        name: 'build server',
        basic_path: '/releases',
      },
    },
  }),
  example(changePassword, {
    body: {
      currentPassword: 'correct horse battery staple',
      newPassword: 'a still better sentence',
      newUsername: 'operator',
    },
  }),
  example(listSessions, {
    reply: [
      {
        id: '5f0c9a1d7e3b4826a1c4d2e9b7f60358',
        isOwn: true,
        startedAt: '2026-06-01T09:00:00.000Z',
        lastUsedAt: '2026-06-01T10:30:00.000Z',
        expiresAt: '2026-06-02T10:30:00.000Z',
        endsAt: '2026-07-01T09:00:00.000Z',
        source: '203.0.113.7',
        agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
      },
    ],
  }),
  example(endSession, {}),
  example(endOtherSessions, { reply: { ended: 2 } }),
];
