import { Button } from '@satchel/ui/actions/button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPartOf } from '#shared/loading/lazy-part.tsx';
import { PagePending } from '#shared/shell/page-pending.tsx';
import { LoginLink } from '../login-notice.tsx';
import type { ShareVisit } from './use-share-visit.ts';

// Screens before or instead of a share. Loaded lazily, because most shares open directly.
const part = lazyPartOf(<PagePending />);
const PasswordPrompt = part(() =>
  import('./password-prompt.tsx').then((module) => module.PasswordPrompt),
);
const LimitedShareGate = part(() =>
  import('./limited-share-gate.tsx').then((module) => module.LimitedShareGate),
);
const ShareProblem = part(() =>
  import('./share-problem.tsx').then((module) => module.ShareProblem),
);

export interface ShareDoorProps<Summary, Content, Own> {
  visit: ShareVisit<Summary, Content, Own>;
  /** Name of a share before it opens. */
  subtitle: (summary: Summary) => ReactNode;
  /** Further actions of the owner of a share that visitors can no longer open. */
  ownerActions?: ReactNode;
}

/** Screen before or instead of a share. The owner can open the share without using up a view. */
export function ShareDoor<Summary, Content, Own>({
  visit: { state, own, isOwnerLoggedOut, openAsOwner },
  subtitle,
  ownerActions,
}: ShareDoorProps<Summary, Content, Own>) {
  const { t } = useTranslation('share-views');
  const ownerEntry = own ? (
    <Button variant="quiet" onClick={openAsOwner}>
      {t('owner.open')}
    </Button>
  ) : (
    isOwnerLoggedOut && <LoginLink />
  );
  if (state.step === 'failed') {
    return (
      <ShareProblem error={state.error} onRetry={state.retry}>
        {ownerEntry}
        {own && ownerActions}
      </ShareProblem>
    );
  }
  if (state.step === 'locked') {
    const { unlock, viewsLeft } = state;
    return (
      <PasswordPrompt
        isBusy={unlock.isPending}
        error={unlock.error}
        viewsLeft={viewsLeft}
        onSubmit={(password) => unlock.mutate(password)}
      >
        {ownerEntry}
      </PasswordPrompt>
    );
  }
  if (state.step === 'limited') {
    return (
      <LimitedShareGate
        viewsLeft={state.viewsLeft}
        subtitle={subtitle(state.summary)}
        onOpen={state.open}
      >
        {ownerEntry}
      </LimitedShareGate>
    );
  }
  return <PagePending />;
}
