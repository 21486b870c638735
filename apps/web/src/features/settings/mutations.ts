import { SETTING_GROUPS, updateSettingGroup } from '@satchel/api-client/contract/settings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import { type SettingGroup, settingsOptions } from './queries.ts';

export function useUpdateSettings(group: SettingGroup) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Record<string, string | number | boolean>) =>
      api.call(updateSettingGroup, { params: { group: SETTING_GROUPS[group] }, query: {}, body }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: settingsOptions(group).queryKey }),
        queryClient.invalidateQueries({ queryKey: ['upload-limits'] }),
      ]),
  });
}
