import { SETTING_GROUPS } from '@satchel/api-client/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { sendOrQueue } from '#shared/offline/send-or-queue.ts';
import { refreshSiteConfig } from '#shared/site/site-config.ts';
import { type SettingGroup, settingsOptions } from './queries.ts';

export function useUpdateSettings(group: SettingGroup) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Record<string, string>) =>
      sendOrQueue(
        'updateGroupSettings',
        `/api/admin/settings/group/${SETTING_GROUPS[group]}`,
        body,
        (given) =>
          client.settings.update({ params: { group: SETTING_GROUPS[group] }, body }, given),
      ),
    onSuccess(updated, body) {
      // The change is queued, so the form shows the new values until they are sent.
      if (!updated) {
        queryClient.setQueryData(
          settingsOptions(group).queryKey,
          (stored) => stored && new Map([...stored, ...Object.entries(body)]),
        );
        return undefined;
      }
      return Promise.all([
        queryClient.invalidateQueries(settingsOptions(group)),
        queryClient.invalidateQueries({ queryKey: ['upload-limits'] }),
        group === 'site' ? refreshSiteConfig() : undefined,
      ]);
    },
  });
}
