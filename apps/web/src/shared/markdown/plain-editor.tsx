import { useEffect, useRef } from 'react';
import type { EditorHandle, EditorPaneProps } from './editor-handle.ts';

/** The editor that is shown while CodeMirror loads, and instead of it if that fails. */
export function PlainEditor({ text, onChange, label, placeholder, onHandle }: EditorPaneProps) {
  const area = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    onHandle(handleOf(element));
    return () => onHandle(null);
  }, [onHandle]);

  return (
    <textarea
      ref={area}
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      spellCheck={false}
      className="block size-full resize-none bg-transparent px-4 py-3 font-mono text-sm leading-[1.6] text-ink -outline-offset-2 placeholder:text-ink-faint pointer-coarse:text-base"
    />
  );
}

function handleOf(element: HTMLTextAreaElement): EditorHandle {
  const selection = () => ({ from: element.selectionStart, to: element.selectionEnd });
  return {
    selection,
    hasFocus: () => document.activeElement === element,
    focus: () => element.focus(),
    run(command) {
      const edit = command(element.value, selection());
      element.focus();
      element.setSelectionRange(edit.from, edit.to);
      // `execCommand` is deprecated, but nothing else keeps the text area's undo history.
      document.execCommand('insertText', false, edit.insert);
      element.setSelectionRange(edit.selection.from, edit.selection.to);
    },
  };
}
