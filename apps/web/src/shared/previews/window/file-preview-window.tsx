import { loadTexts } from '#shared/i18n/i18n.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import type { PreviewWindowProps } from './preview-window.tsx';

/** Preview of a file, over the list that it belongs to. */
export const FilePreviewWindow = lazyPart<PreviewWindowProps>(async () => {
  const [{ PreviewWindow }] = await Promise.all([
    import('./preview-window.tsx'),
    loadTexts('entry-preview', 'previews', 'markdown'),
  ]);
  return PreviewWindow;
});
