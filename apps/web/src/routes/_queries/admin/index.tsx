import { createFileRoute, redirect } from '@tanstack/react-router';
import { getSession } from '#shared/session/session-store.ts';
import { guardAdminPage } from '#shared/shell/admin-guard.ts';

export const Route = createFileRoute('/_queries/admin/')({
  beforeLoad: async () => {
    await guardAdminPage('dashboard');
    // Shows the first section, because the dashboard does not exist yet.
    if (getSession().kind !== 'none') {
      throw redirect({ to: '/admin/text-management', replace: true });
    }
  },
});
