import { createFileRoute } from '@tanstack/react-router';
import { StorageConfigPage } from '#features/storage-configs/components/storage-config-page.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { sheetSearchOf } from '#shared/panel/sheet-search.ts';
import { guardAdminPage } from '#shared/shell/admin-guard.ts';
import { prefetchPrivate } from '#shared/shell/prefetch-private.ts';
import { storageConfigListOptions } from '#shared/storage-configs/storage-config-queries.ts';

export const Route = createFileRoute('/admin/storage-config')({
  validateSearch: sheetSearchOf,
  beforeLoad: guardAdminPage('storage-config'),
  loader: async ({ context }) => {
    prefetchPrivate(context, storageConfigListOptions());
    await loadTexts('storage-configs');
  },
  component: StorageConfigPage,
});
