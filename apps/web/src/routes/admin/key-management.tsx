import { createFileRoute } from '@tanstack/react-router';
import { KeyManagementPage } from '#features/api-keys/components/key-management-page.tsx';
import { apiKeyListOptions } from '#features/api-keys/queries.ts';
import { addressSearchOf } from '#shared/data-list/search/address-search.ts';
import { guardAdminPage, loadPanelPage } from '#shared/shell/panel-route.ts';

export const Route = createFileRoute('/admin/key-management')({
  validateSearch: addressSearchOf,
  beforeLoad: guardAdminPage('key-management'),
  loader: loadPanelPage(['data-lists', 'api-keys'], (queries) =>
    queries.prefetchQuery(apiKeyListOptions()),
  ),
  component: KeyManagementPage,
});
