import { client } from '#shared/api/client.ts';
import { useChange } from '#shared/api/use-change.ts';
import { sendOrQueue } from '#shared/offline/send-or-queue.ts';
import { cacheStatsOptions } from './queries.ts';

export const useClearCaches = () =>
  useChange(
    () =>
      sendOrQueue('clearCache', '/api/admin/cache/clear', {}, (given) =>
        client.dashboard.clearCache({ body: {} }, given),
      ),
    cacheStatsOptions().queryKey,
  );
