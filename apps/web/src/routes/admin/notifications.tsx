import { createFileRoute } from '@tanstack/react-router';
import { NotificationsPage } from '#features/notifications/components/notifications-page.tsx';
import { addressSearchOf } from '#shared/data-list/search/address-search.ts';
import { guardAdminPage, loadPanelPage } from '#shared/shell/panel-route.ts';

export const Route = createFileRoute('/admin/notifications')({
  validateSearch: addressSearchOf,
  beforeLoad: guardAdminPage('notifications'),
  loader: loadPanelPage(['data-lists', 'notifications']),
  component: NotificationsPage,
});
