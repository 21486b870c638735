import { type AdminPage, adminPageRedirect } from '@satchel/permissions/guards';
import { redirect } from '@tanstack/react-router';
import { principalOf } from '#shared/session/principal.ts';
import { getSession } from '#shared/session/session-store.ts';

/** Validates an old session again, then redirects those who may not see the page (SPEC 2). */
export async function guardAdminPage(page: AdminPage): Promise<void> {
  if (getSession().kind !== 'none') {
    const { ensureValidSession } = await import('#shared/session/validate-session.ts');
    await ensureValidSession();
  }
  const target = adminPageRedirect(principalOf(getSession()), page);
  if (target !== null) throw redirect({ to: target, replace: true });
}
