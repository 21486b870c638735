import { createFileRoute } from '@tanstack/react-router';
import { WebdavSettingsPage } from '#features/settings/components/webdav-settings-page.tsx';
import { settingsOptions } from '#features/settings/queries.ts';
import { guardAdminPage, loadPanelPage } from '#shared/shell/panel-route.ts';

export const Route = createFileRoute('/admin/settings/webdav')({
  beforeLoad: guardAdminPage('settings/webdav'),
  loader: loadPanelPage(['settings'], (queries) =>
    queries.prefetchQuery(settingsOptions('webdav')),
  ),
  component: WebdavSettingsPage,
});
