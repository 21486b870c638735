import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLongPress } from './long-press.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const at = (clientX: number, clientY: number) => ({ clientX, clientY });

describe('SPEC 9: a long press', () => {
  it('is one after 500 ms, and not before', () => {
    const onPress = vi.fn();
    const press = createLongPress(onPress);
    press.begin('a', at(0, 0));
    vi.advanceTimersByTime(499);
    expect(onPress).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onPress).toHaveBeenCalledExactlyOnceWith('a');
    press.lift();
    expect(press.wasPressed()).toBe(true);
    expect(press.wasPressed(), 'told once').toBe(false);
  });

  it('is none where the finger has moved more than 10 px', () => {
    const onPress = vi.fn();
    const press = createLongPress(onPress);
    press.begin('a', at(0, 0));
    press.move(at(6, 8));
    press.move(at(7, 8));
    vi.advanceTimersByTime(600);
    expect(onPress).not.toHaveBeenCalled();
    expect(press.wasPressed()).toBe(false);
  });

  it('still is one after a smaller movement', () => {
    const onPress = vi.fn();
    const press = createLongPress(onPress);
    press.begin('a', at(0, 0));
    press.move(at(6, 8));
    vi.advanceTimersByTime(500);
    expect(onPress).toHaveBeenCalledOnce();
  });

  it('is none where the finger is lifted before', () => {
    const onPress = vi.fn();
    const press = createLongPress(onPress);
    press.begin('a', at(0, 0));
    press.lift();
    vi.advanceTimersByTime(600);
    expect(onPress).not.toHaveBeenCalled();
  });
});
