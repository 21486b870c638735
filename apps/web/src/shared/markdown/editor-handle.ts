import type { EditCommand, TextSelection } from './editing-commands.ts';

/** The interface of both editors, plain and CodeMirror, for the toolbar. */
export interface EditorHandle {
  run(command: EditCommand): void;
  focus(): void;
  hasFocus(): boolean;
  selection(): TextSelection;
}

export interface EditorPaneProps {
  text: string;
  onChange: (text: string) => void;
  label: string;
  placeholder: string;
  /** Called with the handle at mount, with null at unmount. */
  onHandle: (handle: EditorHandle | null) => void;
}
