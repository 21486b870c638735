import { createFileRoute } from '@tanstack/react-router';
import { DeliveriesPage } from '#features/upload-requests/manage/deliveries-page.tsx';
import { addressSearchOf } from '#shared/data-list/search/address-search.ts';
import { guardAdminPage, loadPanelPage } from '#shared/shell/panel-route.ts';
import { FolderChooser } from './-folder-chooser.tsx';

export const Route = createFileRoute('/admin/upload-requests/$id')({
  validateSearch: addressSearchOf,
  beforeLoad: guardAdminPage('upload-requests'),
  loader: loadPanelPage(['data-lists', 'upload-requests', 'explorer']),
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  return <DeliveriesPage key={id} id={id} FolderChooser={FolderChooser} />;
}
