import { createFileRoute } from '@tanstack/react-router';
import { FileManagementPage } from '#features/file-shares/components/file-management-page.tsx';
import { addressSearchOf } from '#shared/data-list/search/address-search.ts';
import { guardAdminPage, loadPanelPage } from '#shared/shell/panel-route.ts';

export const Route = createFileRoute('/admin/file-management')({
  validateSearch: addressSearchOf,
  beforeLoad: guardAdminPage('file-management'),
  loader: loadPanelPage(['data-lists']),
  component: FileManagementPage,
});
