import { redirect } from '@tanstack/react-router';
import { type AdminPage, adminPageRedirect } from '#shared/session/page-guards.ts';
import { principalOf } from '#shared/session/principal.ts';
import type { RouterContext } from './router-context.ts';

/** A route's `beforeLoad`: sends away who may not see a page of the admin panel (SPEC 2). */
export function guardAdminPage(page: AdminPage) {
  return async ({ context }: { context: RouterContext }): Promise<void> => {
    const session = await context.session.validated();
    const target = adminPageRedirect(principalOf(session), page);
    if (target !== null) throw redirect({ to: target, replace: true });
  };
}
