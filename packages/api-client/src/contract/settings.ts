import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { queryNumber, timestamp } from './fields.ts';

const feature = 'settings';

/** The numbers of the groups, as calls name them. */
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

const groupParams = z.object({ group: queryNumber });

const settingList = z.array(z.union([settingRow, settingValue]));

/**
 * Settings of a group as a list, or of all groups as an object keyed by group number. Everybody but
 * administrators sees only what the public pages need.
 */
export const listSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'public',
  feature,
  summary: 'Settings',
  query: z.object({
    group: queryNumber.optional(),
    metadata: z.enum(['true', 'false']).optional(),
    includeSystem: z.enum(['true', 'false']).optional(),
  }),
  data: z.union([settingList, z.record(z.string(), settingList)]),
  errors: [],
});

/** The groups and how many settings each has. */
export const listSettingGroups = endpoint({
  method: 'GET',
  path: '/api/admin/settings/groups',
  access: 'admin',
  feature,
  summary: 'Groups of settings',
  data: z.object({
    groups: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        settingCount: z.int(),
        readonlyCount: z.int(),
      }),
    ),
  }),
  errors: [],
});

/** One setting with its metadata. */
export const getSetting = endpoint({
  method: 'GET',
  path: '/api/admin/settings/metadata',
  access: 'admin',
  feature,
  summary: 'One setting',
  query: z.object({ key: z.string().min(1).max(100) }),
  data: settingRow,
  errors: ['settings.not_found'],
});

/**
 * Changes settings of one group. Wrong values are listed in the reply and the others are saved: 200
 * if all were, 202 and `success: false` if some were not.
 */
export const updateSettingGroup = endpoint({
  method: 'PUT',
  path: '/api/admin/settings/group/:group',
  access: 'admin',
  feature,
  summary: 'Change settings',
  mayBePartial: true,
  params: groupParams,
  query: z.object({ validate: z.enum(['true', 'false']).optional() }),
  body: z.record(z.string().max(100), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  data: z.object({
    groupId: z.int(),
    updatedCount: z.int(),
    totalCount: z.int(),
    errors: z.array(z.object({ key: z.string(), error: z.string() })),
    success: z.boolean(),
    message: z.string(),
  }),
  errors: ['settings.group_not_found'],
});
