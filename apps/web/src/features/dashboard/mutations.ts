import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { sendOrQueue } from '#shared/offline/send-or-queue.ts';
import { cacheStatsOptions } from './queries.ts';

export function useClearCaches() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      sendOrQueue('clearCache', '/api/admin/cache/clear', {}, (given) =>
        client.dashboard.clearCache({ body: {} }, given),
      ),
    onSuccess: () => queryClient.invalidateQueries(cacheStatsOptions()),
  });
}
