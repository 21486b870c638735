import { createFileRoute } from '@tanstack/react-router';
import { TextManagementPage } from '#features/text-shares/components/text-management-page.tsx';
import { addressSearchOf } from '#shared/data-list/search/address-search.ts';
import { guardAdminPage, loadPanelPage } from '#shared/shell/panel-route.ts';

export const Route = createFileRoute('/admin/text-management')({
  validateSearch: addressSearchOf,
  beforeLoad: guardAdminPage('text-management'),
  loader: loadPanelPage(['data-lists']),
  component: TextManagementPage,
});
