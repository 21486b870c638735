import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { NewTextSharePage } from '#features/text-shares/components/new-text-share-page.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';

export const Route = createFileRoute('/')({
  loader: () => loadTexts('text-shares', 'shares', 'markdown'),
  component: HomePage,
});

const loadFiles = async () => {
  const [, { AttachedFiles }] = await Promise.all([
    loadTexts('file-shares', 'tasks'),
    import('#features/file-shares/components/uploads/attached-files.tsx'),
    // Loaded with the list, because a link can be copied only shortly after the button was pressed.
    import('#features/file-shares/uploads/share-chosen.ts'),
  ]);
  return AttachedFiles;
};
const AttachedFiles = lazyPart(loadFiles);

/** Text and files on one page. */
function HomePage() {
  const queryClient = useQueryClient();
  return (
    <NewTextSharePage
      files={<AttachedFiles />}
      shareFiles={async (chosen, options) => {
        const { shareChosen } = await import('#features/file-shares/uploads/share-chosen.ts');
        return shareChosen(queryClient, chosen, options);
      }}
    />
  );
}
