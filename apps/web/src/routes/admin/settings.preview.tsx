import { createFileRoute } from '@tanstack/react-router';
import { PreviewSettingsPage } from '#features/settings/components/preview-settings-page.tsx';
import { settingsOptions } from '#features/settings/queries.ts';
import { guardAdminPage, loadPanelPage } from '#shared/shell/panel-route.ts';

export const Route = createFileRoute('/admin/settings/preview')({
  beforeLoad: guardAdminPage('settings/preview'),
  loader: loadPanelPage(['settings'], (queries) =>
    queries.prefetchQuery(settingsOptions('preview')),
  ),
  component: PreviewSettingsPage,
});
