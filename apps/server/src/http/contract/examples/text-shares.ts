import {
  clearExpiredTextShares,
  createTextShare,
  deleteTextShares,
  deleteTextSharesByPost,
  getTextShare,
  listTextShares,
  unlockTextShare,
  updateTextShare,
  viewTextShare,
} from '@satchel/api-client/contract/text-shares';
import { example } from './example.ts';

const id = '5d0f7b0e-3a44-4b0c-9a39-0f0f6f1c2d11';
const content = '# Release notes\n\nEverything is faster.';
const expiry = '2026-06-08T09:00:00.000Z';
const options = { remark: 'for the team', kind: 'markdown', language: null } as const;
const time = '2026-06-01T09:00:00.000Z';
const plain = {
  ...options,
  slug: 'release-notes',
  views: 1,
  created_by: 'apikey:2f1c7a52-8c1b-4a8e-b7b5-64a2f3d1c0de',
};
const summary = { ...plain, expiresAt: expiry, maxViews: 10, createdAt: time };
const owned = {
  ...plain,
  note: null,
  id,
  expires_at: expiry,
  max_views: 10,
  key_name: 'build server',
  created_at: time,
  updated_at: time,
};
const deletion = {
  body: { ids: [id, 'an-id-of-somebody-else'] },
  reply: {
    success: 1,
    failed: [{ id: 'an-id-of-somebody-else', error: 'This text does not exist' }],
  },
};

export const textShareExamples = [
  example(createTextShare, {
    body: {
      content,
      slug: 'release-notes',
      ...options,
      password: 'sesame',
      maxViews: 10,
      expiresAt: expiry,
    },
    reply: {
      id,
      slug: 'release-notes',
      url: 'https://share.example.org/paste/release-notes',
      share_url: 'https://share.example.org/paste/release-notes',
      ...options,
      expiresAt: expiry,
      maxViews: 10,
      hasPassword: true,
      createdAt: time,
      authorizedBy: 'apikey',
    },
  }),
  example(viewTextShare, {
    reply: { ...summary, content, hasPassword: false, isLastView: false },
  }),
  example(unlockTextShare, {
    body: { password: 'sesame' },
    reply: {
      ...summary,
      content,
      hasPassword: true,
      isLastView: false,
      updatedAt: time,
    },
  }),
  example(listTextShares, {
    reply: {
      data: [
        {
          ...owned,
          has_password: 1,
          view_count: 1,
          content_length: content.length,
          content_preview: content,
        },
      ],
      pagination: { total: 1, limit: 10, offset: 0, hasMore: false, page: 1, totalPages: 1 },
    },
  }),
  example(getTextShare, { reply: { ...owned, content, has_password: true } }),
  example(updateTextShare, {
    body: {
      content,
      remark: 'for everybody',
      clearPassword: true,
      maxViews: 10,
      resetViews: false,
    },
    reply: { id, slug: 'release-notes' },
  }),
  example(deleteTextShares, deletion),
  example(deleteTextSharesByPost, deletion),
  example(clearExpiredTextShares, { reply: { deleted: 3 } }),
];
