import clsx from 'clsx';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DropZone } from './drop-zone.tsx';
import type { EditorHandle } from './editor-handle.ts';
import { EditorPane } from './editor-pane.tsx';
import { EditorStatus } from './editor-status.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { useTextFileLoader } from './use-text-file-loader.ts';
import { type EditorView, ViewSwitch } from './view-switch.tsx';

const EditorToolbar = lazy(() =>
  import('./editor-toolbar.tsx').then((module) => ({ default: module.EditorToolbar })),
);
const EditorConfirmation = lazy(() =>
  import('./editor-confirmation.tsx').then((module) => ({ default: module.EditorConfirmation })),
);

/** Two panes side by side need room: below this the switch has no "split". */
const WIDE = '(min-width: 64rem)';

export interface MarkdownEditorProps {
  text: string;
  onChange: (text: string) => void;
  isKept?: boolean;
  /** Sets the height of the two panes. */
  panesClassName?: string;
}

export function MarkdownEditor({ text, onChange, isKept, panesClassName }: MarkdownEditorProps) {
  const { t } = useTranslation('markdown');
  const [view, setView] = useState<EditorView>(() =>
    window.matchMedia(WIDE).matches ? 'split' : 'write',
  );
  const [isClearing, setIsClearing] = useState(false);
  const handle = useRef<EditorHandle | null>(null);
  const loader = useTextFileLoader(text.trim() === '', onChange);
  const keepHandle = useCallback((next: EditorHandle | null) => {
    handle.current = next;
  }, []);
  const isPreviewOnly = view === 'preview';

  return (
    <DropZone
      hint={t('editor.dropHere')}
      onFile={loader.load}
      className="flex flex-col overflow-clip rounded-lg border border-line-strong/60 bg-raised shadow-sm"
    >
      <div className="flex items-center justify-between gap-2 border-b border-line bg-surface px-1.5 py-1">
        <div className="min-h-8 min-w-0">
          <Suspense fallback={null}>
            <EditorToolbar
              isDisabled={isPreviewOnly}
              onCommand={(command) => handle.current?.run(command)}
            />
          </Suspense>
        </div>
        <ViewSwitch view={view} onChange={setView} />
      </div>
      <div className={clsx('flex min-h-0', panesClassName ?? 'h-96')}>
        <div className={clsx('min-w-0 flex-1', isPreviewOnly && 'hidden')}>
          <EditorPane
            text={text}
            onChange={onChange}
            label={t('editor.label')}
            placeholder={t('editor.placeholder')}
            onHandle={keepHandle}
          />
        </div>
        {view !== 'write' && (
          <section
            aria-label={t('editor.preview')}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable (WCAG 2.1.1)
            tabIndex={0}
            className={clsx(
              'min-w-0 flex-1 overflow-y-auto -outline-offset-2',
              !isPreviewOnly && 'border-l border-line bg-surface max-lg:hidden',
            )}
          >
            <PreviewPane text={text} />
          </section>
        )}
      </div>
      <EditorStatus
        length={text.length}
        isKept={isKept ?? false}
        onFile={loader.load}
        onClear={() => setIsClearing(true)}
      />
      {(loader.pending || isClearing) && (
        <Suspense fallback={null}>
          <EditorConfirmation
            fileName={loader.pending?.name ?? null}
            onConfirm={() => {
              if (loader.pending) loader.confirm();
              else onChange('');
              setIsClearing(false);
            }}
            onCancel={() => {
              loader.cancel();
              setIsClearing(false);
            }}
          />
        </Suspense>
      )}
    </DropZone>
  );
}
