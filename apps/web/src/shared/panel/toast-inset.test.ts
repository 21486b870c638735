import { useToastInset } from '@satchel/ui/actions/use-toast-inset';
import { expect, it, vi } from 'vitest';
import { renderHook } from '#shared/testing/render-hook.tsx';

const inset = () => document.documentElement.style.getPropertyValue('--toast-inset');

function barOf(heightPx: number) {
  const element = document.createElement('div');
  vi.spyOn(element, 'offsetHeight', 'get').mockReturnValue(heightPx);
  return { current: element };
}

it('toasts stay above the highest bar of those that are there, whichever leaves first', () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const saveBar = barOf(70);
  const footer = barOf(50);
  const page = renderHook(() => useToastInset(saveBar));
  const sheet = renderHook(() => useToastInset(footer));
  expect(inset()).toBe('70px');
  page.unmount();
  expect(inset()).toBe('50px');
  sheet.unmount();
  expect(inset()).toBe('');
});

it('a bar that does not cover the bottom moves no toasts', () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const bar = barOf(70);
  renderHook(() => useToastInset(bar, () => false));
  expect(inset()).toBe('');
});
