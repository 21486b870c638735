import { createFileRoute } from '@tanstack/react-router';
import { bundleSearchOf } from '#features/bundles/bundle-search.ts';
import { BundlePage } from '#features/bundles/components/bundle-page.tsx';
import { loadBundle } from '#features/bundles/queries.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { hasPlainPage } from '#shared/loading/plain-page.ts';

export const Route = createFileRoute('/share/$slug')({
  validateSearch: bundleSearchOf,
  async loader({ context, params, cause, location }) {
    const loading = loadBundle(
      context.queryClient,
      params.slug,
      cause,
      bundleSearchOf(location.search),
    );
    await loadTexts('bundles', 'share-views');
    // Otherwise the page shows what it waits for, and errors.
    if (hasPlainPage()) await loading;
  },
  component: Page,
});

function Page() {
  const { slug } = Route.useParams();
  return <BundlePage key={slug} slug={slug} search={Route.useSearch()} />;
}
