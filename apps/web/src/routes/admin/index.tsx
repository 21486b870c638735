import { createFileRoute } from '@tanstack/react-router';
import { DashboardPage } from '#features/dashboard/components/dashboard-page.tsx';
import { dashboardStatsOptions } from '#shared/dashboard/dashboard-queries.ts';
import { guardAdminPage, loadPanelPage } from '#shared/shell/panel-route.ts';

export const Route = createFileRoute('/admin/')({
  beforeLoad: guardAdminPage('dashboard'),
  loader: loadPanelPage(['dashboard'], (queries) => queries.prefetchQuery(dashboardStatsOptions())),
  component: DashboardPage,
});
