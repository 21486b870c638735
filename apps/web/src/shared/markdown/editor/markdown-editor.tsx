import { IconButton } from '@satchel/ui/actions/icon-button';
import clsx from 'clsx';
import { Maximize2, Minimize2 } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IS_TOUCH } from '#shared/environment/is-touch.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import type { DetectedKind } from '#shared/text/detect-kind.ts';
import type { Attach, EditorHandle } from './editor-handle.ts';
import { DropZone } from './parts/drop-zone.tsx';
import { EditorPane } from './parts/editor-pane.tsx';
import { EditorStatus } from './parts/editor-status.tsx';
import { type EditorView, EditorViews } from './parts/editor-views.tsx';
import { PreviewPane } from './parts/preview-pane.tsx';
import { useScrollSync } from './use-scroll-sync.ts';
import { useTextFileLoader } from './use-text-file-loader.ts';

const EditorToolbar = lazyPart(() =>
  import('./parts/editor-toolbar.tsx').then((module) => module.EditorToolbar),
);
const EditorConfirmation = lazyPart(() =>
  import('./parts/editor-confirmation.tsx').then((module) => module.EditorConfirmation),
);

/** Minimum width for two panes side by side. On narrower screens the switch has no "split". */
const WIDE = '(min-width: 64rem)';

/** Invitation in an editor that takes files too. Fingers drop nothing. */
const PLACEHOLDER = IS_TOUCH ? 'editor.placeholderTouch' : 'editor.placeholderAnything';

export interface MarkdownEditorProps {
  text: string;
  onChange: (text: string) => void;
  isKept: boolean;
  /** Kind in which visitors will see the text. */
  kind: DetectedKind;
  /** Takes files that the editor does not load. With it, the editor takes what is pasted on its page, too. */
  attach?: Attach | undefined;
  /** Whether the editor has the focus at first. */
  hasFocus?: boolean;
  /** Class that sets the height of the two panes. */
  panesClassName: string;
}

export function MarkdownEditor({
  text,
  onChange,
  isKept,
  kind,
  attach,
  hasFocus = false,
  panesClassName,
}: MarkdownEditorProps) {
  const { t } = useTranslation('markdown');
  const [view, setView] = useState<EditorView>(() =>
    window.matchMedia(WIDE).matches ? 'split' : 'write',
  );
  const [isClearing, setIsClearing] = useState(false);
  const handle = useRef<EditorHandle | null>(null);
  const loader = useTextFileLoader(
    text.trim() === '',
    onChange,
    attach && ((file) => attach.files([file])),
  );
  const keepHandle = useCallback((next: EditorHandle | null) => {
    handle.current = next;
  }, []);
  const isPreviewOnly = view === 'preview';
  const writing = useRef<HTMLDivElement>(null);
  const preview = useRef<HTMLElement>(null);
  useScrollSync(writing, preview);
  const [isFullScreen, setIsFullScreen] = useState(false);

  return (
    <DropZone
      hint={t(attach ? 'editor.dropAnything' : 'editor.dropHere')}
      onFile={loader.load}
      onFiles={attach?.dropped}
      className={clsx(
        'flex grow flex-col overflow-clip bg-raised',
        // The frame of the whole card shows the focus, not a box within it.
        'has-[.cm-focused,textarea:focus-visible]:border-accent has-[.cm-focused,textarea:focus-visible]:outline has-[.cm-focused,textarea:focus-visible]:outline-accent [&_.cm-editor]:outline-none! [&_textarea]:outline-none!',
        isFullScreen
          ? 'fixed inset-0 z-40'
          : 'relative rounded-lg border border-line-strong/60 shadow-sm',
      )}
      onEscape={isFullScreen ? () => setIsFullScreen(false) : undefined}
    >
      <div className="flex items-center justify-between gap-2 border-b border-line bg-surface px-1.5 py-1">
        <div className="min-h-8 min-w-0">
          <EditorToolbar
            isDisabled={isPreviewOnly}
            onCommand={(command) => handle.current?.run(command)}
          />
        </div>
        <div className="flex items-center gap-1">
          <EditorViews view={view} onChange={setView} />
          <IconButton
            size="small"
            label={t(isFullScreen ? 'editor.leaveFullScreen' : 'editor.fullScreen')}
            icon={isFullScreen ? <Minimize2 /> : <Maximize2 />}
            tooltipSide="bottom-end"
            onClick={() => setIsFullScreen(!isFullScreen)}
          />
        </div>
      </div>
      <div className={clsx('flex min-h-0', isFullScreen ? 'flex-1' : (panesClassName ?? 'h-96'))}>
        <div ref={writing} className={clsx('min-w-0 flex-1', isPreviewOnly && 'hidden')}>
          <EditorPane
            text={text}
            onChange={onChange}
            label={t('editor.label')}
            placeholder={t(attach ? PLACEHOLDER : 'editor.placeholder')}
            hasFocus={hasFocus}
            isCode={kind.kind === 'code'}
            onHandle={keepHandle}
          />
        </div>
        {view !== 'write' && (
          <section
            ref={preview}
            aria-label={t('editor.preview')}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable (WCAG 2.1.1)
            tabIndex={0}
            className={clsx(
              'min-w-0 flex-1 overflow-y-auto -outline-offset-2',
              !isPreviewOnly && 'border-l border-line bg-surface max-lg:hidden',
            )}
          >
            <PreviewPane text={text} kind={kind} />
          </section>
        )}
      </div>
      <EditorStatus
        length={text.length}
        isKept={isKept}
        onFile={loader.load}
        onClear={() => setIsClearing(true)}
      />
      {attach && <attach.Paste attach={attach} editor={handle} />}
      {(loader.pending || isClearing) && (
        <EditorConfirmation
          fileName={loader.pending?.name ?? null}
          editor={writing}
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
      )}
    </DropZone>
  );
}
