import { createFileRoute } from '@tanstack/react-router';
import { TextSharePage } from '#features/text-shares/components/text-share-page.tsx';
import { textShareQueries } from '#features/text-shares/queries.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { hasPlainPage } from '#shared/loading/plain-page.ts';

export const Route = createFileRoute('/paste/$slug')({
  async loader({ context, params, cause }) {
    const loading = textShareQueries.load(context.queryClient, params.slug, cause);
    await loadTexts('text-shares', 'shares', 'share-views', 'markdown');
    // Otherwise the page shows what it waits for, and errors.
    if (hasPlainPage()) await loading;
  },
  component: Page,
});

function Page() {
  const { slug } = Route.useParams();
  return <TextSharePage key={slug} slug={slug} />;
}
