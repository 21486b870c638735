import { createFileRoute } from '@tanstack/react-router';
import { NewTextSharePage } from '#features/text-shares/components/new-text-share-page.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';

export const Route = createFileRoute('/')({
  loader: () => loadTexts('text-shares', 'shares', 'markdown'),
  component: NewTextSharePage,
});
