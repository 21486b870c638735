import { createFileRoute } from '@tanstack/react-router';
import { FileSharePage } from '#features/file-shares/components/file-share-page.tsx';
import { fileShareQueries } from '#features/file-shares/queries.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';

export const Route = createFileRoute('/file/$slug')({
  async loader({ context, params, cause }) {
    // Not awaited, because the page shows errors itself.
    void fileShareQueries.load(context.queryClient, params.slug, cause);
    await loadTexts(
      'file-shares',
      'shares',
      'share-views',
      'previews',
      'entry-preview',
      'markdown',
    );
  },
  component: Page,
});

function Page() {
  const { slug } = Route.useParams();
  return <FileSharePage key={slug} slug={slug} />;
}
