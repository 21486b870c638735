import { createFileRoute } from '@tanstack/react-router';
import { MountManagementPage } from '#features/mounts/components/mount-management-page.tsx';
import { mountListOptions } from '#shared/mounts/mount-queries.ts';
import { sheetSearchOf } from '#shared/panel/sheets/sheet-search.ts';
import { guardAdminPage, loadPanelPage } from '#shared/shell/panel-route.ts';
import { storageConfigListOptions } from '#shared/storage-configs/storage-config-queries.ts';

export const Route = createFileRoute('/admin/mount-management')({
  validateSearch: sheetSearchOf,
  beforeLoad: guardAdminPage('mount-management'),
  loader: loadPanelPage(['mounts'], (queries) => {
    void queries.prefetchQuery(mountListOptions());
    void queries.prefetchQuery(storageConfigListOptions());
  }),
  component: MountManagementPage,
});
