import { searchFiles } from '@satchel/api-client/contract/search';
import { example } from './example.ts';

export const searchExamples = [
  example(searchFiles, {
    reply: {
      results: [
        {
          name: 'notes.md',
          path: '/releases/2026/notes.md',
          size: 2048,
          modified: '2026-06-01T09:00:00.000Z',
          isDirectory: false,
          contentType: 'text/markdown',
          mount_id: '8e0b2f6c-41d7-4a0b-9f3e-7c5d2a1b0e94',
          mount_name: 'Releases',
          storage_type: 'S3',
          s3_key: '2026/notes.md',
        },
      ],
      total: 1,
      hasMore: false,
      searchParams: {
        query: 'notes',
        scope: 'directory',
        mountId: null,
        path: '/releases/2026/',
        limit: 50,
        offset: 0,
      },
      mountsSearched: 1,
      indexedAt: '2026-06-01T09:04:00.000Z',
      isComplete: true,
    },
  }),
];
