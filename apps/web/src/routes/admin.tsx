import { createFileRoute, Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { LoginPage } from '#features/sessions/components/login-page.tsx';
import { SessionCard } from '#features/sessions/components/session-card.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { PanelLayout } from '#shared/panel/panel-layout.tsx';
import { useSession } from '#shared/session/use-session.ts';

interface AdminSearch {
  /** Where to go after the log-in. */
  redirect?: string;
}

export const Route = createFileRoute('/admin')({
  validateSearch: ({ redirect }: Record<string, unknown>): AdminSearch =>
    // Only a path of this app: browsers read `//host` and `/\host` as other sites.
    typeof redirect === 'string' && /^\/(?![/\\])/.test(redirect) ? { redirect } : {},
  loader: () =>
    loadTexts(
      'panel',
      'sessions',
      'shares',
      'share-lists',
      'share-views',
      'text-shares',
      'file-shares',
      'tasks',
      'markdown',
    ),
  component: Page,
});

function Page() {
  const session = useSession();
  const router = useRouter();
  const navigate = useNavigate();
  const { redirect } = Route.useSearch();

  async function continueAfterLogin() {
    if (redirect) await navigate({ to: redirect, replace: true });
    else await router.invalidate();
  }

  if (session.kind === 'none') return <LoginPage onLogin={continueAfterLogin} />;
  return (
    <PanelLayout session={<SessionCard />}>
      <Outlet />
    </PanelLayout>
  );
}
