import { useEffect, useLayoutEffect, useRef } from 'react';
import type { EditorPaneProps, TypingRecord } from '../editor-handle.ts';
import { createEditorView } from './code-mirror.ts';

export interface CodeMirrorEditorProps extends EditorPaneProps {
  /** Text and caret of the plain text area that this editor replaces. */
  record: TypingRecord;
}

export function CodeMirrorEditor(props: CodeMirrorEditorProps) {
  const { text, label, placeholder, isCode, onHandle } = props;
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<ReturnType<typeof createEditorView>>(null);
  const latest = useRef(props);
  latest.current = props;
  /** Texts that the user typed here and that have not arrived as the `text` prop yet. */
  const typed = useRef<string[]>([]);

  // A layout effect, so that the editor exists before the next key. Keeps the editor when React runs it again to
  // show a page that it had hidden behind a slow navigation, because a new editor would have the first text.
  useLayoutEffect(() => {
    if (!container.current) return;
    view.current ??= createEditorView({
      ...latest.current,
      parent: container.current,
      onChange(changed) {
        typed.current.push(changed);
        latest.current.onChange(changed);
      },
    });
    onHandle(view.current.handle);
    return () => onHandle(null);
  }, [onHandle]);

  useEffect(
    () => () => {
      view.current?.destroy();
      view.current = null;
    },
    [],
  );

  useEffect(
    () => view.current?.rename({ label, placeholder, isCode }),
    [label, placeholder, isCode],
  );

  useEffect(() => {
    // Ignores a prop that is older than the typed text, because it would undo the latest keys.
    const at = typed.current.indexOf(text);
    if (at >= 0) typed.current.splice(0, at + 1);
    // Any other value was changed from outside: a loaded file, or a cleared editor.
    else view.current?.replaceText(text);
  }, [text]);

  return <div ref={container} className="h-full min-h-0" />;
}
