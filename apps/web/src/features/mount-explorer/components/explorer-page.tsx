import { can } from '@satchel/api-client/permissions';
import { buttonClassName } from '@satchel/ui/actions/button';
import { EmptyState } from '@satchel/ui/feedback/empty-state';
import { Link, useParams, useRouterState } from '@tanstack/react-router';
import { FolderLock, LogIn } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ownerOf } from '#shared/session/session-owner.ts';
import { usePrincipal, useSession } from '#shared/session/use-session.ts';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import { pathOfSplat } from '../entry-path.ts';
import { resumeTransfers } from '../transfers/copies/copy-entries.ts';
import { ExplorerProvider } from './explorer-provider.tsx';
import { ExplorerWindow } from './explorer-window.tsx';

export function ExplorerPage() {
  // Resumes transfers that a reload of this tab interrupted. A second call finds none.
  useEffect(resumeTransfers, []);
  const { _splat } = useParams({ strict: false });
  const session = useSession();
  const principal = usePrincipal();
  if (!can(principal, 'mount_view')) return <Closed isVisitor={principal.kind === 'anonymous'} />;
  return (
    <ExplorerProvider key={ownerOf(session)} path={pathOfSplat(_splat)}>
      <ExplorerWindow />
    </ExplorerProvider>
  );
}

/** Page for visitors, who have to log in first, and for API keys without permission to list mounts. */
function Closed({ isVisitor }: { isVisitor: boolean }) {
  const { t } = useTranslation('explorer');
  usePageTitle(t('pageTitle'));
  const address = useRouterState({ select: ({ location }) => location.href });
  return (
    <EmptyState
      isPageHeading
      icon={isVisitor ? <LogIn /> : <FolderLock />}
      title={t(isVisitor ? 'closed.visitor' : 'closed.key')}
      description={t(isVisitor ? 'closed.visitorHint' : 'closed.keyHint')}
      action={
        isVisitor && (
          <Link to="/admin" search={{ redirect: address }} className={buttonClassName('primary')}>
            {t('closed.logIn')}
          </Link>
        )
      }
    />
  );
}
