import { ViewSwitch } from '@satchel/ui/actions/view-switch';
import { Card } from '@satchel/ui/layout/card';
import { CodeXml, FileText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MarkdownPreview } from '#shared/markdown/render/markdown-preview.tsx';
import { CodeView } from '#shared/text/code-view.tsx';
import type { TextKind } from '#shared/text/detect-kind.ts';
import { PlainText } from '#shared/text/plain-text.tsx';

/** Texts from this length show their source first, because rendering them takes a while. */
const LARGE_TEXT_LENGTH = 400_000;

export interface TextShareContentProps {
  content: string;
  kind: TextKind;
  /** Language of code; null if unknown. */
  language: string | null;
}

/** Shows a text in the kind that its owner chose: rendered, as code, or as plain text. */
export function TextShareContent({ content, kind, language }: TextShareContentProps) {
  const { t } = useTranslation('text-shares');
  const [view, setView] = useState<'rendered' | 'source'>(
    content.length > LARGE_TEXT_LENGTH ? 'source' : 'rendered',
  );
  if (kind === 'code') {
    return (
      <Card className="overflow-clip print:border-0 print:shadow-none">
        <CodeView text={content} language={language ?? ''} />
      </Card>
    );
  }
  if (kind === 'text') {
    return (
      <Card className="overflow-clip print:border-0 print:shadow-none">
        <PlainText text={content} className="bg-raised px-5 py-5 sm:px-8 sm:py-7 print:p-0" />
      </Card>
    );
  }
  return (
    <Card className="overflow-clip print:border-0 print:shadow-none">
      <div className="border-b border-line bg-surface px-3 py-2 print:hidden">
        <ViewSwitch
          label={t('view.views')}
          views={[
            { value: 'rendered', label: t('view.rendered'), icon: <FileText /> },
            { value: 'source', label: t('view.source'), icon: <CodeXml /> },
          ]}
          shown={view}
          onShow={setView}
        />
      </div>
      <div className="bg-raised px-5 py-5 sm:px-8 sm:py-7 print:p-0">
        {view === 'rendered' ? (
          <MarkdownPreview
            source={content}
            className="measure mx-auto max-w-[40rem] wide:mx-0 wide:max-w-none wide:text-[1.0625rem]"
          />
        ) : (
          <PlainText text={content} />
        )}
      </div>
    </Card>
  );
}
