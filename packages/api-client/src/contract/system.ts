import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { lenientBoolean, timestamp } from './fields.ts';

const feature = 'system';

/** Tells that the server is up; with `ready` it tries the database and the default storage too. */
export const health = endpoint({
  method: 'GET',
  path: '/api/health',
  access: 'public',
  feature,
  summary: 'Whether the server is up, and with ready=1 whether it can work',
  flat: true,
  query: z.object({ ready: lenientBoolean.optional() }),
  data: z.object({ status: z.literal('ok'), timestamp }),
  errors: ['server.unavailable'],
});

/** Name, version and kind of database of the server. */
export const version = endpoint({
  method: 'GET',
  path: '/api/version',
  access: 'public',
  feature,
  summary: 'Version of the server',
  data: z.object({
    version: z.string(),
    name: z.string(),
    environment: z.string(),
    storage: z.string(),
    nodeVersion: z.string(),
    uptime: z.int(),
  }),
  errors: [],
});

/** The largest upload, in MB. */
export const maxUploadSize = endpoint({
  method: 'GET',
  path: '/api/system/max-upload-size',
  access: 'public',
  feature,
  summary: 'Largest upload in MB',
  data: z.object({ max_upload_size: z.int() }),
  errors: [],
});
