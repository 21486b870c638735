import { createFileRoute } from '@tanstack/react-router';
import { StorageConfigPage } from '#features/storage-configs/components/storage-config-page.tsx';
import { sheetSearchOf } from '#shared/panel/sheets/sheet-search.ts';
import { guardAdminPage, loadPanelPage } from '#shared/shell/panel-route.ts';
import { storageConfigListOptions } from '#shared/storage-configs/storage-config-queries.ts';

export const Route = createFileRoute('/admin/storage-config')({
  validateSearch: sheetSearchOf,
  beforeLoad: guardAdminPage('storage-config'),
  loader: loadPanelPage(['storage-configs'], (queries) =>
    queries.prefetchQuery(storageConfigListOptions()),
  ),
  component: StorageConfigPage,
});
