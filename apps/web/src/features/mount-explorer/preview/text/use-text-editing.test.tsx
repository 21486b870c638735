import 'fake-indexeddb/auto';
import { EditorView } from '@codemirror/view';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { LoadedText } from '#shared/previews/text/text-format.ts';
import { fakeEntry } from '#shared/testing/fake-entry.ts';
import { renderHook } from '#shared/testing/render-hook.tsx';
import { forgetEditDraft, readEditDraft, writeEditDraft } from './edit-draft.ts';
import { useTextEditing } from './use-text-editing.ts';

const FILE = fakeEntry('notes.txt');
const LOADED: LoadedText = {
  text: 'as saved',
  etag: '"1"',
  isBinary: false,
  format: { isUtf8: true, hasByteOrderMark: false, lineBreak: '\n' },
};

/** Starts the editor of a file in a container of its own. */
function edit() {
  const container = { current: document.createElement('div') };
  let editing: ReturnType<typeof useTextEditing> | undefined;
  function Editor() {
    editing = useTextEditing({
      file: FILE,
      loaded: LOADED,
      container,
      label: 'notes.txt',
      onSaving: () => {},
      onDirty: () => {},
      onEnd: () => {},
    });
    return null;
  }
  const queryClient = new QueryClient();
  const page = renderHook(() => (
    <QueryClientProvider client={queryClient}>
      <Editor />
    </QueryClientProvider>
  ));
  const view = EditorView.findFromDOM(container.current);
  if (!view) throw new Error('There is no editor');
  const type = (text: string) => act(() => view.dispatch({ changes: { from: 0, insert: text } }));
  return { page, view, type, forget: () => editing?.forget() };
}

beforeEach(() => {
  forgetEditDraft(FILE.path);
  // The test environment has no layout, so ranges have no rectangles.
  Range.prototype.getClientRects = () => document.createElement('p').getClientRects();
});

it('a draft that is read late does not replace what was typed meanwhile', async () => {
  // IndexedDB stores long drafts, so they arrive after the first typed keys.
  const text = 'an old draft '.repeat(100_000);
  writeEditDraft(FILE.path, { text, etag: '' });
  await vi.waitFor(async () => expect(await readEditDraft(FILE.path)).toMatchObject({ text }));
  const { view, type } = edit();
  type('new words, ');
  for (let reads = 0; reads < 3; reads += 1) await act(() => readEditDraft(FILE.path));
  expect(view.state.doc.toString()).toBe('new words, as saved');
});

it('a draft takes the place of the text that nobody has changed', async () => {
  writeEditDraft(FILE.path, { text: 'an old draft', etag: '' });
  const { view } = edit();
  await act(() => vi.waitFor(() => expect(view.state.doc.toString()).toBe('an old draft')));
});

it('what was typed last is kept where the editor goes before its draft is written', async () => {
  const { page, type } = edit();
  type('last words, ');
  page.unmount();
  expect(await readEditDraft(FILE.path)).toMatchObject({ text: 'last words, as saved' });
});

it('what was discarded is not kept', async () => {
  const { page, type, forget } = edit();
  type('rubbish ');
  forget();
  page.unmount();
  expect(await readEditDraft(FILE.path)).toBe(null);
});

it('an editor in which nothing was typed leaves the draft of another tab', async () => {
  edit();
  // The tab looks for a draft before there is one.
  await act(() => readEditDraft(FILE.path));
  const draft = { text: 'typed in another tab', etag: '"1"' };
  writeEditDraft(FILE.path, draft);
  act(() => void window.dispatchEvent(new Event('pagehide')));
  expect(await readEditDraft(FILE.path)).toEqual(draft);
});

it('a page that is left before it has read the draft leaves it', async () => {
  const draft = { text: 'an old draft', etag: '"1"' };
  writeEditDraft(FILE.path, draft);
  edit();
  act(() => void window.dispatchEvent(new Event('pagehide')));
  expect(await readEditDraft(FILE.path)).toEqual(draft);
});

it('a draft goes when its text is typed back', async () => {
  const { page, view, type } = edit();
  type('a ');
  act(() => void window.dispatchEvent(new Event('pagehide')));
  expect(await readEditDraft(FILE.path)).not.toBe(null);
  act(() => view.dispatch({ changes: { from: 0, to: 2, insert: '' } }));
  page.unmount();
  expect(await readEditDraft(FILE.path)).toBe(null);
});
