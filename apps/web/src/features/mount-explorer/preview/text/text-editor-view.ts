import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, type Text } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { EDITOR_LOOK } from '#shared/markdown/editor/code-mirror/code-mirror.ts';

export interface TextEditorViewOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  /** Syntax highlighting, which may load after the text. */
  readonly language: Promise<Extension>;
  /** Called after each change, without the text, because a long text is costly to read. */
  readonly onChange: () => void;
  readonly onSave: () => void;
}

/** Snapshot of a text. Two snapshots compare without conversion to strings. */
export type TextState = Text;

export interface TextEditorView {
  readonly state: () => TextState;
  replaceText: (text: string) => void;
  focus: () => void;
  destroy: () => void;
}

/**
 * Creates an editor for plain text and code. It does not bind Tab, so that keyboard users can leave it (WCAG
 * 2.1.2).
 */
export function createTextEditorView(options: TextEditorViewOptions): TextEditorView {
  const { parent, text, label, language, onChange, onSave } = options;
  const colours = new Compartment();
  const save = () => {
    onSave();
    return true;
  };
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        // A single `\r` stays in its line, so that saving changes no line that was not edited.
        EditorState.lineSeparator.of('\n'),
        EditorView.clipboardInputFilter.of((pasted) => pasted.replaceAll('\r\n', '\n')),
        history(),
        drawSelection(),
        search({ top: true }),
        EDITOR_LOOK,
        colours.of([]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        keymap.of([
          { key: 'Mod-s', preventDefault: true, run: save },
          ...historyKeymap,
          ...searchKeymap,
          ...defaultKeymap,
        ]),
        EditorView.updateListener.of(({ docChanged }) => {
          if (docChanged) onChange();
        }),
      ],
    }),
  });
  language.then(
    (loaded) => view.dispatch({ effects: colours.reconfigure(loaded) }),
    // The editor works without highlighting.
    () => {},
  );
  return {
    state: () => view.state.doc,
    replaceText(changed) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: changed } });
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}
