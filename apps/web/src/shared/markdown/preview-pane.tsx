import { Skeleton } from '@satchel/ui/skeleton';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

const MarkdownPreview = lazy(() =>
  import('./markdown-preview.tsx').then((module) => ({ default: module.MarkdownPreview })),
);

const PAUSE_MS = 150;

/** The preview beside the editor. It is rendered at pauses of typing, and loads no code without text. */
export function PreviewPane({ text }: { text: string }) {
  const { t } = useTranslation('markdown');
  const [shown, setShown] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setShown(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  if (shown.trim() === '') {
    return <p className="px-4 py-3 text-sm text-ink-faint">{t('preview.empty')}</p>;
  }
  return (
    <Suspense fallback={<Skeleton className="m-4 h-24" />}>
      <MarkdownPreview source={shown} className="px-4 py-3" />
    </Suspense>
  );
}
