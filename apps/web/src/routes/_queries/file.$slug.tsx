import { createFileRoute } from '@tanstack/react-router';
import { FileSharePage } from '#features/file-shares/components/file-share-page.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';

export const Route = createFileRoute('/_queries/file/$slug')({
  loader: () => loadTexts('file-shares', 'shares', 'share-views', 'previews', 'markdown'),
  component: Page,
});

function Page() {
  const { slug } = Route.useParams();
  return <FileSharePage key={slug} slug={slug} />;
}
