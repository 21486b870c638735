import { act } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { renderHook } from '#shared/testing/render-hook.tsx';
import { useCountdown } from './use-countdown.ts';

it('a countdown goes on where its owner renders with another function', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const ended = vi.fn();
  const hook = renderHook(() => useCountdown(2, true, () => ended()));
  for (let step = 0; step < 6; step += 1) {
    act(() => void vi.advanceTimersByTime(400));
    hook.rerender();
  }
  expect(hook.current).toBe(0);
  expect(ended).toHaveBeenCalled();
});

it('a countdown that is held stays where it is', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const hook = renderHook(() => useCountdown(5, true, () => {}));
  act(() => void vi.advanceTimersByTime(1000));
  hook.rerender(() => useCountdown(5, false, () => {}));
  act(() => void vi.advanceTimersByTime(10_000));
  expect(hook.current).toBe(4);
});
