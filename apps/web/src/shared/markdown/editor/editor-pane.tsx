import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '#shared/loading/when-idle.ts';
import type { CodeMirrorEditorProps } from './code-mirror-editor.tsx';
import type { EditorPaneProps, PlainEditorHandle, TypingRecord } from './editor-handle.ts';
import { PlainEditor } from './plain-editor.tsx';

interface TakeOver {
  Editor: ComponentType<CodeMirrorEditorProps>;
  record: TypingRecord;
}

/**
 * Shows a plain text area at once. CodeMirror takes its place when it has loaded, with the text, the
 * caret, the focus and what can be undone, between two keys: no key finds neither of them.
 */
export function EditorPane(props: EditorPaneProps) {
  const { onHandle } = props;
  const [takeOver, setTakeOver] = useState<TakeOver | null>(null);
  const plain = useRef<PlainEditorHandle | null>(null);
  const pane = useRef<HTMLDivElement>(null);

  const keepPlain = useCallback(
    (handle: PlainEditorHandle | null) => {
      plain.current = handle;
      onHandle(handle);
    },
    [onHandle],
  );

  useEffect(() => {
    const element = pane.current;
    if (!element) return;
    return loadWhenWanted(element, (Editor) => {
      const record = plain.current?.record();
      // At once, within this task, in which no key can arrive.
      if (record) flushSync(() => setTakeOver({ Editor, record }));
    });
  }, []);

  return (
    <div ref={pane} className="h-full min-h-0">
      {takeOver ? (
        <takeOver.Editor {...props} record={takeOver.record} />
      ) : (
        <PlainEditor {...props} onHandle={keepPlain} />
      )}
    </div>
  );
}

const QUIET_MS = 1_000;
/** A phone has less time to give, and most who open the page there only look. */
const PHONE_QUIET_MS = 4_000;

/**
 * Loads the editor when the page is idle, or at the first focus. If that fails, the text area stays,
 * which is enough to write, and the next focus tries again. The returned function ends it.
 */
function loadWhenWanted(
  element: HTMLElement,
  onLoaded: (Editor: TakeOver['Editor']) => void,
): () => void {
  let isComposing = false;
  let isLoading = false;
  const ended = new AbortController();
  const { signal } = ended;

  const takeOver = (Editor: TakeOver['Editor']) => {
    if (signal.aborted) return;
    // Not while a Chinese word is being composed: that would lose what was typed of it.
    if (isComposing) {
      const again = () => setTimeout(() => takeOver(Editor));
      element.addEventListener('compositionend', again, { once: true, signal });
    } else {
      ended.abort();
      onLoaded(Editor);
    }
  };
  const load = () => {
    if (isLoading || signal.aborted) return;
    isLoading = true;
    import('./code-mirror-editor.tsx').then(
      (module) => takeOver(module.CodeMirrorEditor),
      () => {
        isLoading = false;
      },
    );
  };
  const listen = (type: string, listener: () => void) =>
    element.addEventListener(type, listener, { signal });
  listen('compositionstart', () => {
    isComposing = true;
  });
  listen('compositionend', () => {
    isComposing = false;
  });
  listen('focusin', load);
  const isPhone = window.matchMedia('(pointer: coarse)').matches;
  const cancel = whenIdle(load, isPhone ? PHONE_QUIET_MS : QUIET_MS);
  return () => {
    cancel();
    ended.abort();
  };
}
