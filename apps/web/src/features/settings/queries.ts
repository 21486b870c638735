import { listSettings, SETTING_GROUPS } from '@satchel/api-client/contract/settings';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';

export type SettingGroup = keyof typeof SETTING_GROUPS;

/** The values of a group of settings, by key. */
export function settingsOptions(group: SettingGroup) {
  return queryOptions({
    queryKey: ['private', 'settings', group],
    queryFn: async ({ signal }) => {
      const query = { group: SETTING_GROUPS[group], metadata: 'false' as const };
      const rows = await api.call(listSettings, { query }, { signal });
      const list = Array.isArray(rows) ? rows : [];
      return new Map(list.map(({ key, value }) => [key, value]));
    },
  });
}
