import { useLayoutEffect, useRef, useState } from 'react';
import type { EditorPaneProps, PlainEditorHandle } from './editor-handle.ts';

interface PlainEditorProps extends Omit<EditorPaneProps, 'onHandle'> {
  onHandle: (handle: PlainEditorHandle | null) => void;
}

/** Text area that is shown while CodeMirror loads, and instead of it if that fails. */
export function PlainEditor(props: PlainEditorProps) {
  const { text, onChange, label, placeholder, hasFocus = false, onHandle } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const [initialText] = useState(text);

  // A layout effect, like in the editor that follows; otherwise this handle would replace that one.
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    onHandle(handleOf(element, initialText));
    return () => onHandle(null);
  }, [onHandle, initialText]);

  return (
    <textarea
      ref={area}
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      // biome-ignore lint/a11y/noAutofocus: only of the box that a page is about, and not on touch screens
      autoFocus={hasFocus}
      spellCheck={false}
      className="block size-full resize-none bg-transparent px-4 py-3 font-mono text-sm leading-[1.6] text-ink -outline-offset-2 placeholder:text-ink-faint pointer-coarse:text-base"
    />
  );
}

function handleOf(element: HTMLTextAreaElement, initialText: string): PlainEditorHandle {
  const selection = () => ({ from: element.selectionStart, to: element.selectionEnd });
  return {
    focus: () => element.focus(),
    record: () => ({
      initialText,
      // Reads the element, because React may not have processed the last key yet.
      text: element.value,
      selection: selection(),
      hasFocus: document.activeElement === element,
      scrollTop: element.scrollTop,
    }),
    run(command) {
      const edit = command(element.value, selection());
      element.focus();
      element.setSelectionRange(edit.from, edit.to);
      // `execCommand` is deprecated, but no other API keeps the text area's undo history.
      document.execCommand('insertText', false, edit.insert);
      element.setSelectionRange(edit.selection.from, edit.selection.to);
    },
  };
}
