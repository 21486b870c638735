import { createFileRoute } from '@tanstack/react-router';
import { BundleManagementPage } from '#features/bundles/manage/bundle-management-page.tsx';
import { addressSearchOf } from '#shared/data-list/search/address-search.ts';
import { guardAdminPage, loadPanelPage } from '#shared/shell/panel-route.ts';
import { FolderChooser } from './-folder-chooser.tsx';

export const Route = createFileRoute('/admin/bundle-management')({
  validateSearch: addressSearchOf,
  beforeLoad: guardAdminPage('bundle-management'),
  loader: loadPanelPage(['data-lists', 'bundles', 'explorer']),
  component: () => <BundleManagementPage FolderChooser={FolderChooser} />,
});
