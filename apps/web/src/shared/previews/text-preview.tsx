import { Button } from '@satchel/ui/actions/button';
import { ViewSwitch } from '@satchel/ui/actions/view-switch';
import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeLanguageOf } from '#shared/file-types/file-types.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { CodeView } from '#shared/text/code-view.tsx';
import { PreviewFailure } from './preview-failure.tsx';
import { previewTextOptions, TEXT_PREVIEW_MAX_BYTES } from './preview-text.ts';

const MarkdownPreview = lazyPart(() =>
  import('#shared/markdown/render/markdown-preview.tsx').then((module) => module.MarkdownPreview),
);

export interface TextPreviewProps {
  kind: 'text' | 'code' | 'markdown';
  url: string;
  name: string;
  size: number;
}

export function TextPreview({ kind, url, name, size }: TextPreviewProps) {
  const { t } = useTranslation(['previews', 'shell']);
  const isTooLarge = size > TEXT_PREVIEW_MAX_BYTES;
  const [view, setView] = useState<'rendered' | 'source'>('rendered');
  const text = useQuery({ ...previewTextOptions(url), enabled: !isTooLarge });

  if (isTooLarge) return <PreviewFailure reason="tooLarge" />;
  if (text.error) {
    return (
      <div className="flex flex-col items-center pb-8">
        <PreviewFailure reason="failed" />
        <Button onClick={() => void text.refetch()}>{t('shell:actions.retry')}</Button>
      </div>
    );
  }
  if (text.data === undefined) return <Skeleton className="m-4 h-80" />;
  if (kind !== 'markdown') {
    return <CodeView text={text.data} language={kind === 'code' ? codeLanguageOf(name) : ''} />;
  }
  return (
    <>
      <div className="border-b border-line px-3 py-2">
        <ViewSwitch
          label={t('views')}
          views={[
            { value: 'rendered', label: t('rendered') },
            { value: 'source', label: t('source') },
          ]}
          shown={view}
          onShow={setView}
        />
      </div>
      <div className="bg-raised">
        {view === 'rendered' ? (
          <MarkdownPreview source={text.data} className="measure px-4 py-4 sm:px-6" />
        ) : (
          <CodeView text={text.data} language="markdown" />
        )}
      </div>
    </>
  );
}
