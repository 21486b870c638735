import { createFileRoute } from '@tanstack/react-router';
import { WebdavSettingsPage } from '#features/settings/components/webdav-settings-page.tsx';
import { settingsOptions } from '#features/settings/queries.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { guardAdminPage } from '#shared/shell/admin-guard.ts';
import { prefetchPrivate } from '#shared/shell/prefetch-private.ts';

export const Route = createFileRoute('/admin/settings/webdav')({
  beforeLoad: guardAdminPage('settings/webdav'),
  loader: async ({ context }) => {
    prefetchPrivate(context, settingsOptions('webdav'));
    await loadTexts('settings');
  },
  component: WebdavSettingsPage,
});
