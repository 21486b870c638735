import { createFileRoute } from '@tanstack/react-router';
import { AuditLogPage } from '#features/audit-log/components/audit-log-page.tsx';
import { addressSearchOf } from '#shared/data-list/address-search.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { guardAdminPage } from '#shared/shell/admin-guard.ts';

export const Route = createFileRoute('/admin/audit-log')({
  validateSearch: addressSearchOf,
  beforeLoad: guardAdminPage('audit-log'),
  loader: () => loadTexts('data-lists', 'audit-log'),
  component: AuditLogPage,
});
