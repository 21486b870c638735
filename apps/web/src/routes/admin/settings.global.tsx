import { createFileRoute } from '@tanstack/react-router';
import { GlobalSettingsPage } from '#features/settings/components/global-settings-page.tsx';
import { settingsOptions } from '#features/settings/queries.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { guardAdminPage } from '#shared/shell/admin-guard.ts';
import { prefetchPrivate } from '#shared/shell/prefetch-private.ts';

export const Route = createFileRoute('/admin/settings/global')({
  beforeLoad: guardAdminPage('settings/global'),
  loader: async ({ context }) => {
    prefetchPrivate(context, settingsOptions('global'));
    await loadTexts('settings');
  },
  component: GlobalSettingsPage,
});
