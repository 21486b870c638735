import { act, Suspense, use } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import type { EditorHandle } from '../editor-handle.ts';
import { CodeMirrorEditor } from './code-mirror-editor.tsx';

const record = {
  ...{ initialText: '', text: '', selection: { from: 0, to: 0 }, hasFocus: false, scrollTop: 0 },
};
const forever = new Promise<never>(() => {});

function Slow({ isSlow }: { isSlow: boolean }) {
  if (isSlow) use(forever);
  return null;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('a text that React hides behind a slow page is there when the page is shown again', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // The editor measures itself in frames, and jsdom has no layout.
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  let handle: EditorHandle | null = null;
  const words = { label: 'Text', placeholder: 'Write' };
  const onHandle = (next: EditorHandle | null) => {
    handle = next;
  };
  let text = '';
  const onChange = (typed: string) => {
    text = typed;
  };
  const show = (isSlow: boolean) =>
    act(async () =>
      root.render(
        <Suspense fallback="Loading…">
          <CodeMirrorEditor {...{ ...words, text, onChange, record, onHandle }} />
          <Slow isSlow={isSlow} />
        </Suspense>,
      ),
    );
  await show(false);
  const insert = { from: 0, to: 0, insert: 'typed', selection: { from: 5, to: 5 } };
  act(() => handle?.run(() => insert));
  await show(false);
  await show(true);
  expect(container.textContent).toContain('Loading…');
  await show(false);
  expect(container.querySelector('.cm-content')?.textContent).toBe('typed');
  expect(handle).not.toBeNull();
  act(() => root.unmount());
  expect(handle).toBeNull();
});
