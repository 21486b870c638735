import { createFileRoute } from '@tanstack/react-router';
import { PreviewSettingsPage } from '#features/settings/components/preview-settings-page.tsx';
import { settingsOptions } from '#features/settings/queries.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { guardAdminPage } from '#shared/shell/admin-guard.ts';
import { prefetchPrivate } from '#shared/shell/prefetch-private.ts';

export const Route = createFileRoute('/admin/settings/preview')({
  beforeLoad: guardAdminPage('settings/preview'),
  loader: async ({ context }) => {
    prefetchPrivate(context, settingsOptions('preview'));
    await loadTexts('settings');
  },
  component: PreviewSettingsPage,
});
