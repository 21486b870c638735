import { createFileRoute, Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { PanelLayout } from '#shared/panel/frame/panel-layout.tsx';
import { isPathHere } from '#shared/session/path-here.ts';
import { getSession } from '#shared/session/session-store.ts';
import { useSession } from '#shared/session/use-session.ts';
import { PagePending } from '#shared/shell/page-pending.tsx';

const loadLoginPage = () =>
  import('#features/sessions/components/login-page.tsx').then((module) => module.LoginPage);
const LoginPage = lazyPart(loadLoginPage, <PagePending />);

interface AdminSearch {
  /** Path to open after the login. */
  redirect?: string;
}

export const Route = createFileRoute('/admin')({
  validateSearch: ({ redirect }: Record<string, unknown>): AdminSearch =>
    typeof redirect === 'string' && isPathHere(redirect) ? { redirect } : {},
  loader: () => {
    // Loads in parallel with the translations. The page retries a failure.
    if (getSession().kind === 'none') loadLoginPage().catch(() => undefined);
    return loadTexts(
      'panel',
      'sessions',
      'shares',
      'share-lists',
      'share-views',
      'text-shares',
      'file-shares',
      'tasks',
      'markdown',
    );
  },
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
    <PanelLayout>
      <Outlet />
    </PanelLayout>
  );
}
