import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { EditorPaneProps, PlainEditorHandle } from './editor-handle.ts';
import { changeBetween, type TypedChange } from './typing-record.ts';

interface PlainEditorProps extends Omit<EditorPaneProps, 'onHandle'> {
  onHandle: (handle: PlainEditorHandle | null) => void;
}

/** The editor that is shown while CodeMirror loads, and instead of it if that fails. */
export function PlainEditor({ text, onChange, label, placeholder, onHandle }: PlainEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const changes = useChanges(text);

  // Uses a layout effect like the editor that follows; otherwise this handle would replace that one.
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    onHandle(handleOf(element, changes));
    return () => onHandle(null);
  }, [onHandle, changes]);

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

interface Changes {
  readonly initialText: string;
  text: string;
  readonly list: TypedChange[];
}

/** Notes what becomes of a text, whoever changes it: the browser does not tell its own undo history. */
function useChanges(text: string): RefObject<Changes> {
  const changes = useRef<Changes>({ initialText: text, text, list: [] });
  useLayoutEffect(() => note(changes.current, text), [text]);
  return changes;
}

function note(changes: Changes, text: string): void {
  const change = changeBetween(changes.text, text);
  if (change) changes.list.push({ ...change, at: Date.now() });
  changes.text = text;
}

function handleOf(element: HTMLTextAreaElement, changes: RefObject<Changes>): PlainEditorHandle {
  const selection = () => ({ from: element.selectionStart, to: element.selectionEnd });
  return {
    focus: () => element.focus(),
    record() {
      // The field itself is the truth: React may not have been told of the last key yet.
      note(changes.current, element.value);
      return {
        initialText: changes.current.initialText,
        changes: changes.current.list,
        selection: selection(),
        hasFocus: document.activeElement === element,
        scrollTop: element.scrollTop,
      };
    },
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
