import { createFileRoute } from '@tanstack/react-router';
import { RequestManagementPage } from '#features/upload-requests/manage/request-management-page.tsx';
import { addressSearchOf } from '#shared/data-list/search/address-search.ts';
import { guardAdminPage, loadPanelPage } from '#shared/shell/panel-route.ts';
import { FolderChooser } from './-folder-chooser.tsx';

export const Route = createFileRoute('/admin/upload-requests/')({
  validateSearch: addressSearchOf,
  beforeLoad: guardAdminPage('upload-requests'),
  loader: loadPanelPage(['data-lists', 'upload-requests', 'explorer']),
  component: () => <RequestManagementPage FolderChooser={FolderChooser} />,
});
