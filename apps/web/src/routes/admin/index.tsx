import { createFileRoute } from '@tanstack/react-router';
import { DashboardPage } from '#features/dashboard/components/dashboard-page.tsx';
import { dashboardStatsOptions } from '#shared/dashboard/dashboard-queries.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { guardAdminPage } from '#shared/shell/admin-guard.ts';
import { prefetchPrivate } from '#shared/shell/prefetch-private.ts';

export const Route = createFileRoute('/admin/')({
  beforeLoad: guardAdminPage('dashboard'),
  loader: async ({ context }) => {
    prefetchPrivate(context, dashboardStatsOptions());
    await loadTexts('dashboard');
  },
  component: DashboardPage,
});
