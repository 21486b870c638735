import { listAuditEvents } from '@satchel/api-client/contract/audit-log';
import { example } from './example.ts';

export const auditLogExamples = [
  example(listAuditEvents, {
    reply: {
      data: [
        {
          id: '6b1f3c1e-2d0a-4c57-9f53-5d1f0a7b9c21',
          at: '2026-06-01T10:30:00.000Z',
          lastAt: '2026-06-01T10:30:00.000Z',
          action: 'mounts.created',
          outcome: 'success',
          actor: { kind: 'admin', id: '0b9d6a34-6c1e-4e0c-a9f1-0f5b8f0c2d11', name: 'admin' },
          source: '203.0.113.7',
          agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
          target: 'Releases',
          details: { path: '/releases' },
          occurrences: 1,
        },
      ],
      pagination: { total: 1, limit: 30, offset: 0, hasMore: false, page: 1, totalPages: 1 },
    },
  }),
];
