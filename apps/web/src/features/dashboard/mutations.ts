import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { dashboardKeys } from '#shared/dashboard/dashboard-queries.ts';
import { sendOrQueue } from '#shared/offline/send-or-queue.ts';

export function useClearCaches() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: () =>
      sendOrQueue('clearCache', '/api/admin/cache/clear', {}, (given) =>
        client.dashboard.clearCache({ body: {} }, given),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: dashboardKeys.caches }),
  });
}
