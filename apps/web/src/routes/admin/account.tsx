import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '#features/sessions/components/account-page.tsx';
import { accountOptions, openSessionsOptions } from '#features/sessions/queries.ts';
import { guardAdminPage } from '#shared/shell/admin-guard.ts';
import { prefetchPrivate } from '#shared/shell/prefetch-private.ts';

export const Route = createFileRoute('/admin/account')({
  beforeLoad: guardAdminPage('account'),
  loader: ({ context }) => {
    prefetchPrivate(context, accountOptions());
    prefetchPrivate(context, openSessionsOptions());
  },
  component: AccountPage,
});
