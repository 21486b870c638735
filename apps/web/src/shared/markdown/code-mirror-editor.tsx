import { useEffect, useRef } from 'react';
import { createEditorView } from './code-mirror.ts';
import type { TextSelection } from './editing-commands.ts';
import type { EditorPaneProps } from './editor-handle.ts';

export interface CodeMirrorEditorProps extends EditorPaneProps {
  initialSelection: TextSelection;
  hasInitialFocus: boolean;
}

export function CodeMirrorEditor(props: CodeMirrorEditorProps) {
  const { text, label, placeholder, onHandle } = props;
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<ReturnType<typeof createEditorView>>(null);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (!container.current) return;
    const { text: initialText, initialSelection, hasInitialFocus } = latest.current;
    const editor = createEditorView({
      parent: container.current,
      text: initialText,
      selection: initialSelection,
      label,
      placeholder,
      onChange: (changed) => latest.current.onChange(changed),
    });
    view.current = editor;
    if (hasInitialFocus) editor.handle.focus();
    onHandle(editor.handle);
    return () => {
      onHandle(null);
      view.current = null;
      editor.destroy();
    };
  }, [label, placeholder, onHandle]);

  // The text was changed from outside: a file was loaded, or the editor cleared.
  useEffect(() => {
    view.current?.replaceText(text);
  }, [text]);

  return <div ref={container} className="h-full min-h-0" />;
}
