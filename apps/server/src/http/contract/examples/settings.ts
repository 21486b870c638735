import {
  getSetting,
  listSettingGroups,
  listSettings,
  updateSettingGroup,
} from '@satchel/api-client/contract/settings';
import { example } from './example.ts';

const setting = {
  key: 'site_title',
  value: 'Our files',
  description: 'Title of the site',
  type: 'text',
  group_id: 4,
  options: null,
  sort_order: 13,
  flags: 0,
  created_at: '2026-06-01T09:00:00.000Z',
  updated_at: '2026-06-01T09:00:00.000Z',
} as const;

export const settingExamples = [
  example(listSettings, { reply: [setting] }),
  example(listSettingGroups, {
    reply: { groups: [{ id: 4, name: 'Site', settingCount: 8, readonlyCount: 0 }] },
  }),
  example(getSetting, { reply: setting }),
  example(updateSettingGroup, {
    body: { site_title: 'Our files', site_announcement_enabled: 'false' },
    reply: {
      groupId: 4,
      updatedCount: 2,
      totalCount: 2,
      errors: [],
      success: true,
      message: 'OK',
    },
  }),
];
