import { createFileRoute } from '@tanstack/react-router';
import { RequestManagementPage } from '#features/upload-requests/manage/request-management-page.tsx';
import { addressSearchOf } from '#shared/data-list/address-search.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { guardAdminPage, loadPanelPage } from '#shared/shell/panel-route.ts';

const FolderChooser = lazyPart(() =>
  import('#features/mount-explorer/operations/folder-chooser.tsx').then(
    (module) => module.FolderChooser,
  ),
);

export const Route = createFileRoute('/admin/upload-requests/')({
  validateSearch: addressSearchOf,
  beforeLoad: guardAdminPage('upload-requests'),
  loader: loadPanelPage(['data-lists', 'upload-requests', 'explorer']),
  component: () => <RequestManagementPage FolderChooser={FolderChooser} />,
});
