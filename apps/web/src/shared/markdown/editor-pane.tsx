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

  const keepHandle = useCallback(
    (next: EditorHandle | null) => {
      handle.current = next;
      onHandle(next);
    },
    [onHandle],
  );

  useEffect(() => {
    let isGone = false;
    function swap() {
      if (isGone) return;
      // Replacing the field in the middle of a Chinese word would drop the word.
      if (isComposing.current) {
        document.addEventListener('compositionend', () => setTimeout(swap), { once: true });
        return;
      }
      setTakeOver({
        selection: handle.current?.selection() ?? { from: 0, to: 0 },
        hasFocus: handle.current?.hasFocus() ?? false,
      });
    }
    // A failed load leaves the text area, which does.
    const cancel = whenIdle(() => void loadCodeMirror().then(swap, () => undefined));
    return () => {
      isGone = true;
      cancel();
    };
  }, []);

  const plain = <PlainEditor {...props} onHandle={keepHandle} />;
  return (
    <div
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

/** After the page is shown and quiet: the editor must not hold up the first paint. */
function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = window.requestIdleCallback(run, { timeout: 3000 });
    return () => window.cancelIdleCallback(id);
  }
  const timer = setTimeout(run, 300);
  return () => clearTimeout(timer);
}
