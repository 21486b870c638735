import type { ComponentType, RefObject } from 'react';
import type { EditCommand, TextSelection } from './code-mirror/editing-commands.ts';

/** Interface of both editors, plain and CodeMirror, for the toolbar. */
export interface EditorHandle {
  run(command: EditCommand): void;
  focus(): void;
}

/** Takes files that the editor does not load, such as pictures. */
export interface Attach {
  /** Takes dropped files and folders; reads them before it returns. */
  readonly dropped: (transfer: DataTransfer) => void;
  readonly files: (files: readonly File[]) => void;
  /** Takes what is pasted anywhere on the page. */
  readonly Paste: ComponentType<PagePasteProps>;
}

export interface PagePasteProps {
  readonly attach: Attach;
  readonly editor: RefObject<EditorHandle | null>;
}

/** State of the plain text area for the editor that replaces it. */
export interface TypingRecord {
  /** Text before the first key, so that undo can return to it. */
  readonly initialText: string;
  readonly text: string;
  readonly selection: TextSelection;
  readonly hasFocus: boolean;
  readonly scrollTop: number;
}

/** Handle of the plain editor, which can pass its state to CodeMirror. */
export interface PlainEditorHandle extends EditorHandle {
  record(): TypingRecord;
}

export interface EditorPaneProps {
  text: string;
  onChange: (text: string) => void;
  label: string;
  placeholder: string;
  /** Whether the plain editor has the focus at first. */
  hasFocus?: boolean;
  /** Whether to show line numbers; default false. */
  isCode?: boolean;
  /** Called with the handle on mount, and with null on unmount. */
  onHandle: (handle: EditorHandle | null) => void;
}
