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

/** A plain text area at once; CodeMirror takes over, caret and focus included, when it is there. */
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
      // Replacing the field in the middle of a Chinese word would drop the word.
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
    // A failed load leaves the text area, which does.
    const load = () => void loadCodeMirror().then(swap, () => undefined);
    const cancel = whenIdle(load);
    const element = pane.current;
    // Whoever goes for the editor gets it at once.
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

/** After the page is shown and quiet: the editor must not hold up what comes first. */
function whenIdle(run: () => void): () => void {
  let idleId = 0;
  const timer = setTimeout(() => {
    // Safari has no such callback; there the quiet second has to do.
    if ('requestIdleCallback' in window) idleId = window.requestIdleCallback(run);
    else run();
  }, QUIET_MS);
  return () => {
    clearTimeout(timer);
    if (idleId) window.cancelIdleCallback(idleId);
  };
}
