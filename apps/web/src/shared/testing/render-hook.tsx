import { WordsContext } from '@satchel/ui/layout/words';
import { act, isValidElement } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';

const WORDS = {
  close: 'Close',
  cancel: 'Cancel',
  showPassword: 'Show',
  hidePassword: 'Hide',
  fillIn: 'Fill in',
};

export interface RenderedHook<Result> {
  /** Latest result of the hook. */
  readonly current: Result;
  readonly container: HTMLElement;
  /** Renders again, by default with the same function. */
  rerender: (next?: () => Result) => void;
  unmount: () => void;
}

/** Runs a hook in a component until the test ends. Renders an element that the hook returns. */
export function renderHook<Result>(hook: () => Result): RenderedHook<Result> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  let latest = hook;
  let result: Result | undefined;
  function Component() {
    result = latest();
    return isValidElement(result) ? result : null;
  }
  const rerender = (next = latest) => {
    latest = next;
    act(() =>
      root.render(
        <WordsContext value={WORDS}>
          <Component key="hook" />
        </WordsContext>,
      ),
    );
  };
  const unmount = () => act(() => root.unmount());
  onTestFinished(() => {
    unmount();
    container.remove();
    vi.unstubAllGlobals();
  });
  rerender();
  return {
    get current() {
      return result as Result;
    },
    container,
    rerender,
    unmount,
  };
}
