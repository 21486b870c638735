import { useEffect, useLayoutEffect, useRef } from 'react';
import { createEditorView } from './code-mirror.ts';
import type { EditorPaneProps, TypingRecord } from './editor-handle.ts';

export interface CodeMirrorEditorProps extends EditorPaneProps {
  /** Text and caret that the plain field hands over. */
  record: TypingRecord;
}

export function CodeMirrorEditor(props: CodeMirrorEditorProps) {
  const { text, label, placeholder, isCode, onHandle } = props;
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<ReturnType<typeof createEditorView>>(null);
  const latest = useRef(props);
  latest.current = props;
  /** Texts that were typed here and have not come back as `text` yet. */
  const typed = useRef<string[]>([]);

  // Before anything else can happen, so that the first key finds it.
  useLayoutEffect(() => {
    if (!container.current) return;
    const editor = createEditorView({
      ...latest.current,
      parent: container.current,
      onChange(changed) {
        typed.current.push(changed);
        latest.current.onChange(changed);
      },
    });
    view.current = editor;
    onHandle(editor.handle);
    return () => {
      onHandle(null);
      view.current = null;
      editor.destroy();
    };
  }, [onHandle]);

  useEffect(
    () => view.current?.rename({ label, placeholder, isCode }),
    [label, placeholder, isCode],
  );

  useEffect(() => {
    // A value from outside may be older than what was typed since; it must not replace that.
    const at = typed.current.indexOf(text);
    if (at >= 0) typed.current.splice(0, at + 1);
    // Otherwise it was changed from outside: a file was loaded, or the editor cleared.
    else view.current?.replaceText(text);
  }, [text]);

  return <div ref={container} className="h-full min-h-0" />;
}
