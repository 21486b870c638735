import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { TextSelection } from './editing-commands.ts';
import type { EditorHandle, EditorPaneProps } from './editor-handle.ts';
import { PlainEditor } from './plain-editor.tsx';

const loadCodeMirror = () => import('./code-mirror-editor.tsx');
const CodeMirrorEditor = lazy(() =>
  loadCodeMirror().then((module) => ({ default: module.CodeMirrorEditor })),
);

interface TakeOver {
  selection: TextSelection;
  hasFocus: boolean;
}

/** Shows a plain text area at once. CodeMirror replaces it when loaded, keeping caret and focus. */
export function EditorPane(props: EditorPaneProps) {
  const { onHandle } = props;
  const [takeOver, setTakeOver] = useState<TakeOver | null>(null);
  const handle = useRef<EditorHandle | null>(null);
  const isComposing = useRef(false);
  const pane = useRef<HTMLDivElement>(null);

  const keepHandle = useCallback(
    (next: EditorHandle | null) => {
      handle.current = next;
      onHandle(next);
    },
    [onHandle],
  );

  useEffect(() => {
    let isGone = false;
    let isSwapped = false;
    function swap() {
      if (isGone || isSwapped) return;
      // Not during input of a Chinese word: replacing the field would lose what was typed of it.
      if (isComposing.current) {
        document.addEventListener('compositionend', () => setTimeout(swap), { once: true });
        return;
      }
      isSwapped = true;
      setTakeOver({
        selection: handle.current?.selection() ?? { from: 0, to: 0 },
        hasFocus: handle.current?.hasFocus() ?? false,
      });
    }
    // If loading fails, the text area stays, which is enough to write.
    const load = () => void loadCodeMirror().then(swap, () => undefined);
    const cancel = whenIdle(load);
    const element = pane.current;
    // Focus loads the editor at once, without waiting for a quiet moment.
    element?.addEventListener('focusin', load, { once: true });
    return () => {
      isGone = true;
      cancel();
      element?.removeEventListener('focusin', load);
    };
  }, []);

  const plain = <PlainEditor {...props} onHandle={keepHandle} />;
  return (
    <div
      ref={pane}
      className="h-full min-h-0"
      onCompositionStart={() => {
        isComposing.current = true;
      }}
      onCompositionEnd={() => {
        isComposing.current = false;
      }}
    >
      {takeOver ? (
        <Suspense fallback={plain}>
          <CodeMirrorEditor
            {...props}
            onHandle={keepHandle}
            initialSelection={takeOver.selection}
            hasInitialFocus={takeOver.hasFocus}
          />
        </Suspense>
      ) : (
        plain
      )}
    </div>
  );
}

const QUIET_MS = 1_000;

/** Runs something when the page is shown and idle, so that the editor does not delay the first paint. */
function whenIdle(run: () => void): () => void {
  let idleId = 0;
  const timer = setTimeout(() => {
    // Safari has no `requestIdleCallback`; there a timer of a second replaces it.
    if ('requestIdleCallback' in window) idleId = window.requestIdleCallback(run);
    else run();
  }, QUIET_MS);
  return () => {
    clearTimeout(timer);
    if (idleId) window.cancelIdleCallback(idleId);
  };
}
