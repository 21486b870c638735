import { createFileRoute } from '@tanstack/react-router';
import { TextSharePage } from '#features/text-shares/components/text-share-page.tsx';
import { fetchTextShareSummaryAhead } from '#features/text-shares/share-ahead.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';

export const Route = createFileRoute('/_queries/paste/$slug')({
  loader({ params, preload }) {
    // Hovering a link preloads the page, but must not open the share, which could cost a view.
    if (!preload) fetchTextShareSummaryAhead(params.slug);
    return loadTexts('text-shares', 'shares', 'share-views', 'markdown');
  },
  component: Page,
});

function Page() {
  const { slug } = Route.useParams();
  return <TextSharePage key={slug} slug={slug} />;
}
