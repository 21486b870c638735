import { createFileRoute } from '@tanstack/react-router';
import { SiteSettingsPage } from '#features/settings/components/site-settings-page.tsx';
import { settingsOptions } from '#features/settings/queries.ts';
import { guardAdminPage, loadPanelPage } from '#shared/shell/panel-route.ts';

export const Route = createFileRoute('/admin/settings/site')({
  beforeLoad: guardAdminPage('settings/site'),
  loader: loadPanelPage(['settings'], (queries) => queries.prefetchQuery(settingsOptions('site'))),
  component: SiteSettingsPage,
});
