import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '#features/sessions/components/account-page.tsx';
import { accountOptions, openSessionsOptions } from '#features/sessions/queries.ts';
import { guardAdminPage, loadPanelPage } from '#shared/shell/panel-route.ts';

export const Route = createFileRoute('/admin/account')({
  beforeLoad: guardAdminPage('account'),
  loader: loadPanelPage([], (queries) => {
    void queries.prefetchQuery(accountOptions());
    void queries.prefetchQuery(openSessionsOptions());
  }),
  component: AccountPage,
});
