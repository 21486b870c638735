import { createFileRoute } from '@tanstack/react-router';
import { FileManagementPage } from '#features/file-shares/components/file-management-page.tsx';
import { addressSearchOf } from '#shared/data-list/address-search.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { guardAdminPage } from '#shared/shell/admin-guard.ts';

export const Route = createFileRoute('/admin/file-management')({
  validateSearch: addressSearchOf,
  beforeLoad: guardAdminPage('file-management'),
  loader: () => loadTexts('data-lists'),
  component: FileManagementPage,
});
