import type { EditCommand } from './editing-commands.ts';
import type { TypingRecord } from './typing-record.ts';

/** The interface of both editors, plain and CodeMirror, for the toolbar. */
export interface EditorHandle {
  run(command: EditCommand): void;
  focus(): void;
}

/** The plain editor can hand over to the other one. */
export interface PlainEditorHandle extends EditorHandle {
  record(): TypingRecord;
}

export interface EditorPaneProps {
  text: string;
  onChange: (text: string) => void;
  label: string;
  placeholder: string;
  /** Whether lines have numbers; default no. */
  isCode?: boolean;
  /** Called with the handle at mount, with null at unmount. */
  onHandle: (handle: EditorHandle | null) => void;
}
