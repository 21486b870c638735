import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPartOf } from '#shared/loading/lazy-part.tsx';
import type { DetectedKind } from '#shared/text/detect-kind.ts';

const part = lazyPartOf(<Skeleton className="m-4 h-24" />);
const MarkdownPreview = part(() =>
  import('../../render/markdown-preview.tsx').then((module) => module.MarkdownPreview),
);
const CodeView = part(() => import('#shared/text/code-view.tsx').then((module) => module.CodeView));
const PlainText = part(() =>
  import('#shared/text/plain-text.tsx').then((module) => module.PlainText),
);

const PAUSE_MS = 150;

export interface PreviewPaneProps {
  text: string;
  /** Kind in which visitors will see the text. */
  kind: DetectedKind;
}

/** Preview next to the editor. It renders when typing pauses, and loads no code for an empty text. */
export function PreviewPane({ text, kind }: PreviewPaneProps) {
  const { t } = useTranslation('markdown');
  const [shown, setShown] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setShown(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  if (shown.trim() === '') {
    return <p className="px-4 py-3 text-sm text-ink-faint">{t('preview.empty')}</p>;
  }
  if (kind.kind === 'code') {
    return <CodeView text={shown} language={kind.language ?? ''} />;
  }
  return kind.kind === 'markdown' ? (
    <MarkdownPreview source={shown} className="px-4 py-3" />
  ) : (
    <PlainText text={shown} className="px-4 py-3" />
  );
}
