import { useTranslation } from 'react-i18next';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { type PreviewFile, usePreviewSource } from '../source/preview-source.ts';

const ImageFacts = lazyPart(() =>
  import('../images/image-facts.tsx').then((module) => module.ImageFacts),
);

/** Properties of a file: beside the preview on wide screens, over it on narrow ones. */
export function FileFacts({ file, isImage }: { file: PreviewFile; isImage: boolean }) {
  const { t } = useTranslation('entry-preview');
  const { Facts } = usePreviewSource();
  return (
    <aside
      aria-label={t('facts.label')}
      data-holds-swipes
      className="absolute inset-0 z-10 overflow-y-auto border-line bg-surface p-4 sm:static sm:w-80 sm:shrink-0 sm:border-l"
    >
      {Facts && <Facts file={file} />}
      {isImage && <ImageFacts key={file.path} file={file} />}
    </aside>
  );
}
