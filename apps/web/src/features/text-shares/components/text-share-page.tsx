import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { plainName } from '#shared/format/plain-name.ts';
import { ShareDoor } from '#shared/shares/opening/share-door.tsx';
import { useShareVisit } from '#shared/shares/opening/use-share-visit.ts';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import { useUnlockTextShare } from '../mutations.ts';
import { openedByOwner, textShareQueries } from '../queries.ts';
import { TextShareView } from './text-share-view.tsx';

/** Page of a text share's link. */
export function TextSharePage({ slug }: { slug: string }) {
  const { t } = useTranslation('text-shares');
  const queryClient = useQueryClient();
  const visit = useShareVisit(slug, textShareQueries, useUnlockTextShare(slug));
  const { state } = visit;
  usePageTitle(visit.summary?.remark || t('view.pageTitle', { slug }));

  function showEdited() {
    // Fetches the text through the owner's call from now on, because the visitor's call costs a view.
    visit.openAsOwner();
    queryClient.removeQueries({ queryKey: textShareQueries.content(slug).queryKey });
    void queryClient.invalidateQueries({ queryKey: textShareQueries.summary(slug).queryKey });
  }
  const forOwner = {
    slug,
    ownId: visit.own?.id,
    isOwnerLoggedOut: visit.isOwnerLoggedOut,
    onEdited: showEdited,
  };

  if (state.step === 'owned') {
    return <TextShareView {...forOwner} share={openedByOwner(state.own)} isOver={state.isOver} />;
  }
  if (state.step === 'open') return <TextShareView {...forOwner} share={state.content} />;
  return <ShareDoor visit={visit} subtitle={({ remark }) => remark && plainName(remark)} />;
}
