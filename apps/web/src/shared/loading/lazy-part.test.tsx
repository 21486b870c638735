import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

const container = document.createElement('div');
let root: Root;

beforeEach(() => {
  root = createRoot(container);
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(console, 'error').mockReturnValue();
});

afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Renders a part whose code fails to load the first time. */
async function showFailedPart(): Promise<void> {
  const load = vi.fn(async () => () => <p>What it shows</p>);
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const Part = lazyPart(load);
  await act(async () => root.render(<Part />));
  expect(container.querySelector('[role=alert]')).not.toBeNull();
}

it('a part whose code did not load is loaded again by Retry', async () => {
  await showFailedPart();
  await act(async () => container.querySelector('button')?.click());
  expect(container.textContent).toBe('What it shows');
});

it('a part whose code did not load is loaded by itself when the browser is online again', async () => {
  await showFailedPart();
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(container.textContent).toBe('What it shows');
});
