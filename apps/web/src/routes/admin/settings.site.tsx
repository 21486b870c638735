import { createFileRoute } from '@tanstack/react-router';
import { SiteSettingsPage } from '#features/settings/components/site-settings-page.tsx';
import { settingsOptions } from '#features/settings/queries.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { guardAdminPage } from '#shared/shell/admin-guard.ts';
import { prefetchPrivate } from '#shared/shell/prefetch-private.ts';

export const Route = createFileRoute('/admin/settings/site')({
  beforeLoad: guardAdminPage('settings/site'),
  loader: async ({ context }) => {
    prefetchPrivate(context, settingsOptions('site'));
    await loadTexts('settings');
  },
  component: SiteSettingsPage,
});
