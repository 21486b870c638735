import { loadTexts } from '#shared/i18n/i18n.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import type { EntryPreviewProps } from './preview-window.tsx';

/** Preview of a file, over the list of its directory. */
export const EntryPreview = lazyPart<EntryPreviewProps>(async () => {
  const [{ PreviewWindow }] = await Promise.all([
    import('./preview-window.tsx'),
    loadTexts('entry-preview', 'previews', 'markdown'),
  ]);
  return PreviewWindow;
});
