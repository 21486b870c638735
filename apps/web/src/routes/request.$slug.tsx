import { createFileRoute } from '@tanstack/react-router';
import { UploadRequestPage } from '#features/upload-requests/components/upload-request-page.tsx';
import { visitedRequestOptions } from '#features/upload-requests/queries.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';

export const Route = createFileRoute('/request/$slug')({
  async loader({ context, params }) {
    // Not awaited, because the page shows errors itself.
    void context.queryClient.prefetchQuery(visitedRequestOptions(params.slug));
    await loadTexts('upload-requests', 'share-views', 'file-shares', 'tasks');
  },
  component: Page,
});

function Page() {
  const { slug } = Route.useParams();
  return <UploadRequestPage key={slug} slug={slug} />;
}
