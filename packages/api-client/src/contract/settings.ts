import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { gives, type InputOf, type OutputOf, takes } from '../schema.ts';
import { queryNumber, timestamp } from './fields.ts';
import { settings } from './routes.ts';

const feature = 'settings';

const settingValue = z.object({
  key: z.string(),
  /** Value as text, also for numbers and booleans. */
  value: z.string(),
});

/** Setting without its metadata. */
export interface SettingValue extends OutputOf<typeof settingValue> {}

const settingRow = settingValue.extend({
  description: z.string(),
  type: z.enum(['number', 'bool', 'select', 'text', 'textarea']),
  /** One of `SETTING_GROUPS` of `contract/limits`. */
  group_id: z.int(),
  /** Options of a `select`, as JSON. */
  options: z.string().nullable(),
  sort_order: z.int(),
  flags: z.int(),
  /** ISO 8601, UTC. */
  created_at: timestamp,
  /** ISO 8601, UTC. */
  updated_at: timestamp,
});

/** Setting with its metadata. */
export interface Setting extends OutputOf<typeof settingRow> {}

const groupId = z.object({
  /** One of `SETTING_GROUPS` of `contract/limits`. */
  group: queryNumber,
});

/** Identifies a group of settings. */
export interface SettingGroupId extends InputOf<typeof groupId> {}

const settingList = gives<(Setting | SettingValue)[]>(z.array(z.union([settingRow, settingValue])));

/** Settings by the number of their group. */
export interface SettingsByGroup {
  [group: string]: (Setting | SettingValue)[];
}

const settingsQuery = z.object({
  /** One of `SETTING_GROUPS` of `contract/limits`; all groups by default. */
  group: queryNumber.optional(),
  /** `'false'` for keys and values only. Default `'true'`. */
  metadata: z.enum(['true', 'false']).optional(),
  /** Adds an empty group 99, which older clients expect. Default `'false'`. */
  includeSystem: z.enum(['true', 'false']).optional(),
});

/** Filter and form of the list of settings. */
export interface SettingsQuery extends InputOf<typeof settingsQuery> {}

const settingGroup = z.object({
  id: z.int(),
  name: z.string(),
  settingCount: z.int(),
  readonlyCount: z.int(),
});

/** Group of settings. */
export interface SettingGroup extends OutputOf<typeof settingGroup> {}

const settingGroups = z.object({ groups: gives<SettingGroup[]>(z.array(settingGroup)) });

/** Groups of settings. */
export interface SettingGroups extends OutputOf<typeof settingGroups> {}

const settingKey = z.object({
  /** Key such as `max_upload_size`. */
  key: z.string().min(1).max(100),
});

/** Identifies a setting. */
export interface SettingKey extends InputOf<typeof settingKey> {}

const changeQuery = z.object({
  /** `'false'` saves values unchecked. Default `'true'`. */
  validate: z.enum(['true', 'false']).optional(),
});

/** Options of changing settings. */
export interface SettingChangeQuery extends InputOf<typeof changeQuery> {}

/** New values by key; absent keys keep their values. */
export interface SettingChanges {
  [key: string]: string | number | boolean | null;
}

const changedSettings = z.object({
  groupId: z.int(),
  updatedCount: z.int(),
  totalCount: z.int(),
  /** Settings that were not saved, with the reason. */
  errors: z.array(z.object({ key: z.string(), error: z.string() })),
  /** True if everything was saved. */
  success: z.boolean(),
  message: z.string(),
});

/** Result of changing settings. */
export interface ChangedSettings extends OutputOf<typeof changedSettings> {}

/**
 * Settings of a group as a list, or of all groups as an object keyed by group number. Other callers
 * than administrators get only the settings that public pages need.
 */
export const listSettings = endpoint({
  ...settings.list,
  access: 'public',
  feature,
  summary: 'Settings',
  query: takes<SettingsQuery>()(settingsQuery),
  data: gives<(Setting | SettingValue)[] | SettingsByGroup>(
    z.union([settingList, z.record(z.string(), settingList)]),
  ),
  errors: [],
});

/** Groups, with the number of settings in each. */
export const listSettingGroups = endpoint({
  ...settings.groups,
  access: 'admin',
  feature,
  summary: 'Groups of settings',
  data: gives<SettingGroups>(settingGroups),
  errors: [],
});

/** One setting with its metadata. */
export const getSetting = endpoint({
  ...settings.get,
  access: 'admin',
  feature,
  summary: 'One setting',
  query: takes<SettingKey>()(settingKey),
  data: gives<Setting>(settingRow),
  errors: ['settings.not_found'],
});

/**
 * Changes settings of one group. Saves valid values and lists the invalid ones in the reply: 200 if all
 * were saved, 202 and `success: false` if some were not.
 */
export const updateSettingGroup = endpoint({
  ...settings.update,
  access: 'admin',
  feature,
  summary: 'Change settings',
  honoursIdempotencyKey: true,
  mayBePartial: true,
  params: takes<SettingGroupId>()(groupId),
  query: takes<SettingChangeQuery>()(changeQuery),
  body: takes<SettingChanges>()(
    z.record(z.string().max(100), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  ),
  data: gives<ChangedSettings>(changedSettings),
  errors: ['settings.group_not_found'],
});
