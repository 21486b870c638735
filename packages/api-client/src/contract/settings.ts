import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { timestamp } from './fields.ts';

const feature = 'settings';

/** Group numbers (SPEC 3, CONTRACT F2). */
export const SETTING_GROUPS = { global: 1, preview: 2, webdav: 3, site: 4 } as const;

const settingValue = z.object({ key: z.string(), value: z.string() });

const settingRow = settingValue.extend({
  description: z.string(),
  type: z.enum(['number', 'bool', 'select', 'text', 'textarea']),
  group_id: z.int(),
  options: z.string().nullable(),
  sort_order: z.int(),
  flags: z.int(),
  created_at: timestamp,
  updated_at: timestamp,
});

const settingList = z.array(z.union([settingRow, settingValue]));

/**
 * Settings of a group as a list, or of all groups as an object keyed by group number. Without an
 * administrator only what the public pages need is shown (CONTRACT A4).
 */
export const listSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'public',
  feature,
  summary: 'Settings',
  query: z.object({
    group: z.coerce.number().int().optional(),
    metadata: z.enum(['true', 'false']).optional(),
    includeSystem: z.enum(['true', 'false']).optional(),
  }),
  data: z.union([settingList, z.record(z.string(), settingList)]),
  errors: [],
});
