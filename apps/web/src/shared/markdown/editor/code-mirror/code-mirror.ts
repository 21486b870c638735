import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  keymap,
  lineNumbers,
  placeholder as placeholderExtension,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { EditorHandle, TypingRecord } from '../editor-handle.ts';
import { markdownOf, richHtmlOf } from '../rich-paste.ts';
import type { EditCommand } from './editing-commands.ts';
import { FORMATTING } from './formatting.ts';

/**
 * Settings that can change while the editor is open: labels with the language, line numbers with the kind of
 * text.
 */
export interface EditorWords {
  isCode?: boolean | undefined;
  label: string;
  placeholder: string;
}

export interface EditorViewOptions extends EditorWords {
  parent: HTMLElement;
  record: TypingRecord;
  onChange: (text: string) => void;
}

const colours = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '650', color: 'var(--color-accent-strong)' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--color-accent)' },
  { tag: tags.monospace, color: 'var(--color-warning)' },
  { tag: [tags.quote, tags.comment], color: 'var(--color-ink-muted)' },
  {
    tag: [tags.processingInstruction, tags.contentSeparator, tags.labelName],
    color: 'var(--color-ink-faint)',
  },
]);

/** Theme of every editor, for light and dark mode. */
export const EDITOR_LOOK = EditorView.theme({
  '&': { height: '100%', fontSize: '0.875rem', color: 'var(--color-ink)' },
  '&.cm-focused': { outline: '2px solid var(--color-accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { padding: '0.75rem 0', caretColor: 'var(--color-accent)' },
  '.cm-line': { padding: '0 1rem' },
  '.cm-cursor': { borderLeftColor: 'var(--color-accent)', borderLeftWidth: '2px' },
  '.cm-gutters': {
    background: 'transparent',
    borderRight: '1px solid var(--color-line)',
    color: 'var(--color-ink-faint)',
  },
  '.cm-placeholder': { color: 'var(--color-ink-faint)' },
  '& .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { background: 'light-dark(oklch(0.88 0.05 172), oklch(0.38 0.05 172))' },
  '.cm-panels': { background: 'var(--color-surface)', color: 'var(--color-ink)' },
  '@media (pointer: coarse)': { '&': { fontSize: '1rem' } },
});

function wordsOf({ label, placeholder, isCode }: EditorWords): Extension {
  return [
    isCode ? lineNumbers() : [],
    placeholderExtension(placeholder),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  ];
}

/** Extensions of the editor. Tab is not bound, so that keyboard users can leave the editor (WCAG 2.1.2). */
function extensionsOf(words: Extension, onChange: EditorViewOptions['onChange']): Extension {
  return [
    words,
    history(),
    drawSelection(),
    search({ top: true }),
    markdown({ base: markdownLanguage, completeHTMLTags: false }),
    syntaxHighlighting(colours),
    EDITOR_LOOK,
    EditorView.lineWrapping,
    keymap.of([
      ...FORMATTING.flatMap(({ shortcut, command }) =>
        shortcut
          ? [
              {
                key: shortcut,
                preventDefault: true,
                run: (view: EditorView) => {
                  runCommand(view, command);
                  return true;
                },
              },
            ]
          : [],
      ),
      ...historyKeymap,
      ...searchKeymap,
      ...defaultKeymap,
    ]),
    EditorView.domEventHandlers({ paste: pasteRich }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString());
    }),
  ];
}

/** Pastes formatted text as Markdown. "Paste as plain text" of the browser pastes it without. */
function pasteRich(event: ClipboardEvent, view: EditorView): boolean {
  const html = event.clipboardData && richHtmlOf(event.clipboardData);
  if (!html) return false;
  event.preventDefault();
  const plain = event.clipboardData?.getData('text/plain') ?? '';
  void markdownOf(html, plain).then((text) => {
    view.dispatch({
      ...view.state.replaceSelection(text),
      scrollIntoView: true,
      userEvent: 'input.paste',
    });
  });
  return true;
}

function runCommand(view: EditorView, command: EditCommand): void {
  const { from, to } = view.state.selection.main;
  const edit = command(view.state.doc.toString(), { from, to });
  view.dispatch({
    changes: { from: edit.from, to: edit.to, insert: edit.insert },
    selection: { anchor: edit.selection.from, head: edit.selection.to },
    scrollIntoView: true,
    userEvent: 'input',
  });
}

/** State after the earlier typing, which one undo step reverts. */
function stateOf(record: TypingRecord, extensions: Extension): EditorState {
  const { initialText, text, selection } = record;
  return EditorState.create({ doc: initialText, extensions }).update({
    changes: { from: 0, to: initialText.length, insert: text },
    selection: { anchor: selection.from, head: selection.to },
    annotations: isolateHistory.of('full'),
  }).state;
}

export function createEditorView(options: EditorViewOptions) {
  const words = new Compartment();
  const extensions = extensionsOf(words.of(wordsOf(options)), options.onChange);
  const view = new EditorView({
    parent: options.parent,
    state: stateOf(options.record, extensions),
  });
  if (options.record.hasFocus) view.focus();
  view.scrollDOM.scrollTop = options.record.scrollTop;
  const handle: EditorHandle = {
    focus: () => view.focus(),
    run(command) {
      runCommand(view, command);
      view.focus();
    },
  };
  return {
    handle,
    replaceText(text: string): void {
      const current = view.state.doc;
      if (current.length === text.length && current.toString() === text) return;
      view.dispatch({ changes: { from: 0, to: current.length, insert: text } });
    },
    /** Changes the labels in place, because a new editor would have no undo history. */
    rename(renamed: EditorWords): void {
      view.dispatch({ effects: words.reconfigure(wordsOf(renamed)) });
    },
    destroy: () => view.destroy(),
  };
}
