import type { NOTIFICATION_STATES } from '@satchel/api-client/contract/limits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { useChange } from '#shared/api/use-change.ts';

export type Notification = Awaited<
  ReturnType<typeof client.notifications.list>
>['notifications'][number];

interface NotificationFilter {
  page: number;
  pageSize: number;
  state: (typeof NOTIFICATION_STATES)[number] | undefined;
}

const KEY = ['private', 'notifications'];

/** A page of the calls of webhooks, newest first. */
export function notificationListOptions({ page, pageSize, state }: NotificationFilter) {
  return queryOptions({
    queryKey: [...KEY, { page, pageSize, state }],
    queryFn: async ({ signal }) => {
      const query = { limit: pageSize, offset: (page - 1) * pageSize, ...(state && { state }) };
      const found = await client.notifications.list({ query }, { signal });
      return { rows: found.notifications, total: found.pagination.total };
    },
    placeholderData: keepPreviousData,
    // Always refetched, because users open the list to see the latest attempts.
    staleTime: 0,
  });
}

/** Makes the next attempt immediately. */
export const useRetryNotification = () =>
  useChange((id: string) => client.notifications.retry({ params: { id } }), KEY);
