import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderHook } from '#shared/testing/render-hook.tsx';
import { lazyPart } from './lazy-part.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  vi.spyOn(console, 'error').mockReturnValue();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Renders a part whose code fails to load the first time. */
async function showFailedPart(): Promise<HTMLElement> {
  const load = vi.fn(async () => () => <p>What it shows</p>);
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const Part = lazyPart(load);
  const { container } = renderHook(() => <Part />);
  await act(async () => {});
  expect(container.querySelector('[role=alert]')).not.toBeNull();
  return container;
}

it('a part whose code did not load is loaded again by Retry', async () => {
  const container = await showFailedPart();
  await act(async () => container.querySelector('button')?.click());
  expect(container.textContent).toBe('What it shows');
});

it('a part whose code did not load is loaded by itself when the browser is online again', async () => {
  const container = await showFailedPart();
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(container.textContent).toBe('What it shows');
});

it('code that has loaded is shown without the 300 ms for which React keeps a fallback', async () => {
  // `act` leaves that wait out, which is a timer here that never ends.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const Part = lazyPart(async () => () => <p>What it shows</p>, 'Loading…');
  const container = document.createElement('div');
  const root = createRoot(container);
  root.render(<Part />);
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
  for (let turn = 0; turn < 50; turn += 1) await nextTurn();
  expect(container.textContent).toBe('What it shows');
  root.unmount();
});

it('a part whose code is there renders once', async () => {
  const Content = vi.fn(() => <p>What it shows</p>);
  const Part = lazyPart(async () => Content);
  const first = renderHook(() => <Part />);
  await act(async () => {});
  first.unmount();
  Content.mockClear();
  const { container } = renderHook(() => <Part />);
  await act(async () => {});
  expect(container.textContent).toBe('What it shows');
  expect(Content).toHaveBeenCalledOnce();
});
