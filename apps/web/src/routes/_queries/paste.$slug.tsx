import { createFileRoute } from '@tanstack/react-router';
import { TextSharePage } from '#features/text-shares/components/text-share-page.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';

export const Route = createFileRoute('/_queries/paste/$slug')({
  loader: () => loadTexts('text-shares', 'shares', 'share-views', 'share-lists', 'markdown'),
  component: Page,
});

function Page() {
  const { slug } = Route.useParams();
  return <TextSharePage key={slug} slug={slug} />;
}
