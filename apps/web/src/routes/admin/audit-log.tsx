import { createFileRoute } from '@tanstack/react-router';
import { AuditLogPage } from '#features/audit-log/components/audit-log-page.tsx';
import { addressSearchOf } from '#shared/data-list/search/address-search.ts';
import { guardAdminPage, loadPanelPage } from '#shared/shell/panel-route.ts';

export const Route = createFileRoute('/admin/audit-log')({
  validateSearch: addressSearchOf,
  beforeLoad: guardAdminPage('audit-log'),
  loader: loadPanelPage(['data-lists', 'audit-log']),
  component: AuditLogPage,
});
