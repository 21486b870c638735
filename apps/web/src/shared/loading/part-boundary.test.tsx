import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LoadError, PartBoundary } from './part-boundary.tsx';

const container = document.createElement('div');
let root: Root;
let isBroken = true;

function Part() {
  if (isBroken) throw new Error('this part cannot be drawn');
  return <p>What it shows</p>;
}

beforeEach(() => {
  root = createRoot(container);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(console, 'error').mockReturnValue();
});

afterEach(() => {
  act(() => root.unmount());
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('a part with a bug is not tried again by itself, and one whose code did not load is', () => {
  vi.useFakeTimers();
  let renders = 0;
  const failWith = (error: Error) => {
    function Failing(): never {
      renders += 1;
      throw error;
    }
    renders = 0;
    act(() =>
      root.render(
        <PartBoundary key={error.message}>
          <Failing />
        </PartBoundary>,
      ),
    );
    const first = renders;
    act(() => void vi.advanceTimersByTime(11_000));
    return renders - first;
  };
  expect(failWith(new Error('a bug'))).toBe(0);
  expect(failWith(new LoadError('the code did not load'))).toBeGreaterThan(0);
  vi.useRealTimers();
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
