import { createFileRoute } from '@tanstack/react-router';
import { GlobalSettingsPage } from '#features/settings/components/global-settings-page.tsx';
import { settingsOptions } from '#features/settings/queries.ts';
import { guardAdminPage, loadPanelPage } from '#shared/shell/panel-route.ts';

export const Route = createFileRoute('/admin/settings/global')({
  beforeLoad: guardAdminPage('settings/global'),
  loader: loadPanelPage(['settings'], (queries) =>
    queries.prefetchQuery(settingsOptions('global')),
  ),
  component: GlobalSettingsPage,
});
