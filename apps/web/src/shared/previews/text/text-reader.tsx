import { Button } from '@satchel/ui/actions/button';
import { ViewSwitch } from '@satchel/ui/actions/view-switch';
import { Notice } from '@satchel/ui/feedback/notice';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyTextButton } from '#shared/browser/copy-text-button.tsx';
import type { TextKind } from '#shared/file-types/entry-kind.ts';
import { codeLanguageOf, extensionOf, fileTypeOf } from '#shared/file-types/file-types.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { CodeView } from '#shared/text/code-view.tsx';
import type { LoadedText } from './text-format.ts';

const MarkdownPreview = lazyPart(() =>
  import('#shared/markdown/render/markdown-preview.tsx').then((module) => module.MarkdownPreview),
);
const TableView = lazyPart(() =>
  import('../tables/table-view.tsx').then((module) => module.TableView),
);

/** Limit in characters. Longer Markdown is shown as plain text. */
const MARKDOWN_LENGTH = 1_000_000;
const TABLE_LENGTH = 20_000_000;

export interface TextReaderProps {
  name: string;
  kind: TextKind;
  loaded: LoadedText;
  /** Undefined if the user may not edit the file. */
  onEdit: (() => void) | undefined;
}

/** Shows a text rendered by its kind, or as source. */
export function TextReader({ name, kind, loaded, onEdit }: TextReaderProps) {
  const { t } = useTranslation(['entry-preview', 'previews', 'shell']);
  const [view, setView] = useState<'rendered' | 'source'>('rendered');
  const { text } = loaded;
  const isRendered =
    (kind === 'markdown' && text.length <= MARKDOWN_LENGTH) ||
    (kind === 'table' && text.length <= TABLE_LENGTH);
  const source = <CodeView text={text} language={languageOf(name, kind)} />;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-3 py-1.5">
        {isRendered ? (
          <ViewSwitch
            label={t('previews:views')}
            views={[
              {
                value: 'rendered',
                label: kind === 'table' ? t('text.table') : t('previews:rendered'),
              },
              { value: 'source', label: t('previews:source') },
            ]}
            shown={view}
            onShow={setView}
          />
        ) : (
          <span />
        )}
        <div className="flex gap-2">
          <CopyTextButton size="small" text={text} label={t('shell:actions.copy')} />
          {onEdit && (
            <Button size="small" icon={<Pencil />} onClick={onEdit}>
              {t('text.edit')}
            </Button>
          )}
        </div>
      </div>
      {loaded.isBinary && (
        <div className="p-3">
          <Notice tone="warning">{t('text.binary')}</Notice>
        </div>
      )}
      {isRendered ? (
        <div className="flex min-h-0 flex-1 flex-col overflow-auto bg-raised">
          {view === 'source' ? (
            source
          ) : kind === 'table' ? (
            <TableView text={text} name={name} />
          ) : (
            <MarkdownPreview
              source={text}
              className="measure mx-auto w-full max-w-4xl px-4 py-5 sm:px-8 wide:text-[1.0625rem]"
            />
          )}
        </div>
      ) : (
        <div className="min-h-0 flex-1 overflow-auto bg-raised">{source}</div>
      )}
    </div>
  );
}

function languageOf(name: string, kind: TextKind): string {
  if (kind === 'markdown') return 'markdown';
  if (kind === 'code') return codeLanguageOf(name);
  // The highlighter may know an extension that only the administrator lists as text.
  return kind === 'text' && !fileTypeOf(name) && extensionOf(name) !== ''
    ? codeLanguageOf(name)
    : '';
}
