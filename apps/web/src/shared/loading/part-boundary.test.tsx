import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PartBoundary } from './part-boundary.tsx';

const container = document.createElement('div');
const root = createRoot(container);
let isBroken = true;

function Part() {
  if (isBroken) throw new Error('this part cannot be drawn');
  return <p>What it shows</p>;
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(console, 'error').mockReturnValue();
});

afterEach(() => {
  act(() => root.unmount());
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('a part that cannot be drawn says so in its place, and is tried again', () => {
  act(() =>
    root.render(
      <>
        <a href="/download">Download</a>
        <PartBoundary>
          <Part />
        </PartBoundary>
      </>,
    ),
  );
  expect(container.querySelector('a')).not.toBeNull();
  expect(container.querySelector('[role=alert]')).not.toBeNull();

  isBroken = false;
  act(() => container.querySelector('button')?.click());
  expect(container.textContent).toContain('What it shows');
  expect(container.querySelector('[role=alert]')).toBeNull();
});
