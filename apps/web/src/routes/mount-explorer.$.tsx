import { createFileRoute } from '@tanstack/react-router';
import { ExplorerEntry } from '#features/mount-explorer/components/explorer-entry.tsx';
import type { ExplorerSearch } from '#features/mount-explorer/explorer-search.ts';
import { openDirectory } from '#features/mount-explorer/open-directory.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';

/** Route of `/mount-explorer`, which lists the mounts, and of every path below it. */
export const Route = createFileRoute('/mount-explorer/$')({
  // Unparsed, because `explorerSearchOf` loads with the code of the page.
  validateSearch: (raw: Record<string, unknown>): ExplorerSearch => raw,
  loader: async ({ context, params }) => {
    await Promise.all([
      openDirectory(context, params._splat),
      loadTexts('explorer', 'transfers', 'tasks', 'shares', 'share-views', 'file-shares'),
    ]);
  },
  component: ExplorerEntry,
});
