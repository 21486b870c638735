import { SETTING_GROUPS } from '@satchel/api-client/contract/limits';
import { queryOptions } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';

export type SettingGroup = keyof typeof SETTING_GROUPS;

/** Values of a group of settings, by key. */
export function settingsOptions(group: SettingGroup) {
  return queryOptions({
    queryKey: ['private', 'settings', group],
    meta: { keep: { store: 'settings', key: group } },
    queryFn: async ({ signal }) => {
      const query = { group: SETTING_GROUPS[group], metadata: 'false' as const };
      const rows = await client.settings.list({ query }, { signal });
      const list = Array.isArray(rows) ? rows : [];
      return new Map(list.map(({ key, value }) => [key, value]));
    },
  });
}
