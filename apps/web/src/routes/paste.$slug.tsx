import { createFileRoute } from '@tanstack/react-router';
import { TextSharePage } from '#features/text-shares/components/text-share-page.tsx';
import { textShareQueries } from '#features/text-shares/queries.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';

export const Route = createFileRoute('/paste/$slug')({
  async loader({ context, params }) {
    // Not awaited, because the page shows errors itself.
    void context.queryClient.prefetchQuery(textShareQueries.summary(params.slug));
    await loadTexts('text-shares', 'shares', 'share-views', 'markdown');
  },
  component: Page,
});

function Page() {
  const { slug } = Route.useParams();
  return <TextSharePage key={slug} slug={slug} />;
}
