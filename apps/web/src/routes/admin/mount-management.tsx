import { createFileRoute } from '@tanstack/react-router';
import { MountManagementPage } from '#features/mounts/components/mount-management-page.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { mountListOptions } from '#shared/mounts/mount-queries.ts';
import { sheetSearchOf } from '#shared/panel/sheet-search.ts';
import { guardAdminPage } from '#shared/shell/admin-guard.ts';
import { prefetchPrivate } from '#shared/shell/prefetch-private.ts';
import { storageConfigListOptions } from '#shared/storage-configs/storage-config-queries.ts';

export const Route = createFileRoute('/admin/mount-management')({
  validateSearch: sheetSearchOf,
  beforeLoad: guardAdminPage('mount-management'),
  loader: async ({ context }) => {
    prefetchPrivate(context, mountListOptions());
    prefetchPrivate(context, storageConfigListOptions());
    await loadTexts('mounts');
  },
  component: MountManagementPage,
});
