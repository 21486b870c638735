import type { EditCommand, TextSelection } from './editing-commands.ts';

/** The interface of both editors, plain and CodeMirror, for the toolbar. */
export interface EditorHandle {
  run(command: EditCommand): void;
  focus(): void;
}

/** State of the plain field for the editor that replaces it. */
export interface TypingRecord {
  /** Text before the first key, which is what undo leads back to. */
  readonly initialText: string;
  readonly text: string;
  readonly selection: TextSelection;
  readonly hasFocus: boolean;
  readonly scrollTop: number;
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
