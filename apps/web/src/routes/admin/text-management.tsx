import { createFileRoute } from '@tanstack/react-router';
import { TextManagementPage } from '#features/text-shares/components/text-management-page.tsx';
import { addressSearchOf } from '#shared/data-list/address-search.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { guardAdminPage } from '#shared/shell/admin-guard.ts';

export const Route = createFileRoute('/admin/text-management')({
  validateSearch: addressSearchOf,
  beforeLoad: guardAdminPage('text-management'),
  loader: () => loadTexts('data-lists'),
  component: TextManagementPage,
});
