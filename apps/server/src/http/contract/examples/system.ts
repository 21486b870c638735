import { health, maxUploadSize, readiness, version } from '@satchel/api-client/contract/system';
import { example } from './example.ts';

export const systemExamples = [
  example(health, { reply: { status: 'ok', timestamp: '2026-06-01T09:00:00.000Z' } }),
  example(readiness, { reply: { status: 'ready', timestamp: '2026-06-01T09:00:00.000Z' } }),
  example(version, {
    reply: {
      version: '0.1.0',
      name: 'satchel',
      environment: 'Node.js',
      storage: 'SQLite',
      nodeVersion: 'v26.10.0',
      uptime: 86_400,
    },
  }),
  example(maxUploadSize, { reply: { max_upload_size: 100 } }),
];
