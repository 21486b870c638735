import { createFileRoute } from '@tanstack/react-router';
import { UploadPage } from '#features/file-shares/components/uploads/upload-page.tsx';
import { uploadLimitsOptions } from '#features/file-shares/queries.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';

export const Route = createFileRoute('/upload')({
  async loader({ context }) {
    void context.queryClient.prefetchQuery(uploadLimitsOptions());
    await loadTexts('file-shares', 'shares', 'share-result', 'tasks');
  },
  component: UploadPage,
});
