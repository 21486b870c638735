import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { IS_TOUCH } from '#shared/environment/is-touch.ts';
import { whenIdle } from '#shared/loading/when-idle.ts';
import type { CodeMirrorEditorProps } from '../code-mirror/code-mirror-editor.tsx';
import type { EditorPaneProps, PlainEditorHandle, TypingRecord } from '../editor-handle.ts';
import { PlainEditor } from '../plain-editor.tsx';

interface TakeOver {
  Editor: ComponentType<CodeMirrorEditorProps>;
  record: TypingRecord;
}

/**
 * Shows a plain text area immediately. CodeMirror replaces it once it has loaded, and takes over the text,
 * the caret, the focus and the undo history. The switch is synchronous, so that no typed key is lost.
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
      // Synchronous, so that no key can arrive during the switch.
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
/**
 * Idle time before a phone loads the editor. Longer, because phones are slower and most visitors there only
 * read.
 */
const PHONE_QUIET_MS = 4_000;

/**
 * Loads the editor when the page is idle, or at the first focus. If that fails, the text area stays usable,
 * and the next focus retries. The returned function cancels it.
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
    // Waits while an input method composes a word, because the switch would lose its typed letters.
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
    import('../code-mirror/code-mirror-editor.tsx').then(
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
  const cancel = whenIdle(load, IS_TOUCH ? PHONE_QUIET_MS : QUIET_MS);
  return () => {
    cancel();
    ended.abort();
  };
}
