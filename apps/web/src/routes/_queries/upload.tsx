import { createFileRoute } from '@tanstack/react-router';
import { UploadPage } from '#features/file-shares/components/upload-page.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';

export const Route = createFileRoute('/_queries/upload')({
  loader: () => loadTexts('file-shares', 'shares'),
  component: UploadPage,
});
