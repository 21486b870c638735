import { buttonClassName } from '@satchel/ui/actions/button';
import { Link } from '@tanstack/react-router';
import { Settings2 } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { plainName } from '#shared/format/plain-name.ts';
import { LoginLink } from '#shared/shares/login-notice.tsx';
import { ShareDoor } from '#shared/shares/opening/share-door.tsx';
import { useShareVisit } from '#shared/shares/opening/use-share-visit.ts';
import { RecipientPage } from '#shared/shares/recipient/recipient-page.tsx';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import type { BundleSearch } from '../bundle-search.ts';
import { useUnlockBundle } from '../mutations.ts';
import { bundleQueries } from '../queries.ts';
import { BundleSummary } from './bundle-summary.tsx';
import { BundleView } from './bundle-view.tsx';
import { ItemsPending } from './items-pending.tsx';

/** Page of a bundle's link. */
export function BundlePage({ slug, search }: { slug: string; search: BundleSearch }) {
  const { t } = useTranslation('bundles');
  const visit = useShareVisit(slug, bundleQueries, useUnlockBundle(slug));
  const { state, summary, own } = visit;
  usePageTitle(summary?.title || t('view.pageTitle'));
  if (state.step === 'open') {
    const ownerActions = own ? (
      <ManageLink slug={slug} />
    ) : (
      visit.isOwnerLoggedOut && (
        // Its texts are not among those that each recipient loads.
        <Suspense>
          <LoginLink />
        </Suspense>
      )
    );
    return <BundleView opened={state.content} search={search} ownerActions={ownerActions} />;
  }
  if (state.step === 'asking' && summary && !summary.has_password && summary.max_views === null) {
    // Shows what is known already, because the visit and its items take two more requests.
    return (
      <RecipientPage
        title={summary.title || t('view.title')}
        sender={summary.sender}
        message={summary.message}
        summary={<BundleSummary bundle={summary} />}
      >
        <ItemsPending />
      </RecipientPage>
    );
  }
  return (
    <ShareDoor
      // Owners open a bundle as everybody does, because the bytes of its files need a visit.
      visit={{ ...visit, own: undefined, isOwnerLoggedOut: false }}
      subtitle={(bundle) => (
        <>
          {bundle.title && <span className="block text-ink">{plainName(bundle.title)}</span>}
          <BundleSummary bundle={bundle} />
        </>
      )}
    />
  );
}

/** Leads the owner of a bundle from its page to its row in the list of bundles. */
function ManageLink({ slug }: { slug: string }) {
  const { t } = useTranslation('share-views');
  return (
    <Link
      to="/admin/bundle-management"
      search={{ q: slug }}
      className={buttonClassName('secondary', 'small')}
    >
      <Settings2 />
      {t('recipient.manage')}
    </Link>
  );
}
