import { createFileRoute } from '@tanstack/react-router';
import { TextSharePage } from '#features/text-shares/components/text-share-page.tsx';
import { textShareQueries } from '#features/text-shares/queries.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';

export const Route = createFileRoute('/paste/$slug')({
  async loader({ context, params, cause }) {
    // Not awaited, because the page shows errors itself.
    void textShareQueries.load(context.queryClient, params.slug, cause);
    await loadTexts('text-shares', 'shares', 'share-views', 'markdown');
  },
  component: Page,
});

function Page() {
  const { slug } = Route.useParams();
  return <TextSharePage key={slug} slug={slug} />;
}
