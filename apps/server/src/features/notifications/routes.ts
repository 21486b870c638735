import { listNotifications, retryNotification } from '@satchel/api-client/contract/notifications';
import { type HttpDependencies, mountEndpoint } from '#http/contract/mount-endpoint.ts';
import { pageAt } from '#http/contract/pagination.ts';
import type { Notification, NotificationService } from './service.ts';

export function notificationRoutes(
  http: HttpDependencies,
  notifications: NotificationService,
): void {
  mountEndpoint(http, listNotifications, async ({ query: { state, limit, offset } }) => {
    const page = await notifications.list(state, limit, offset);
    const shown = page.notifications.map(present);
    return { notifications: shown, pagination: pageAt(page.total, limit, offset, shown.length) };
  });

  mountEndpoint(http, retryNotification, async ({ params }) => {
    await notifications.retry(params.id);
    return null;
  });
}

/** Leaves the URL out, except for its host, because it may have secrets. */
function present(row: Notification) {
  const { id, event, url, subject, state, attempts, problem } = row;
  return {
    id,
    event,
    host: URL.parse(url)?.host ?? '',
    subject,
    state,
    attempts,
    problem,
    created_at: row.createdAt.toISOString(),
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
    delivered_at: row.deliveredAt?.toISOString() ?? null,
  };
}
