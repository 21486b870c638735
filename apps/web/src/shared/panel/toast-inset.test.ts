import { useToastInset } from '@satchel/ui/actions/use-toast-inset';
import { Dialog } from '@satchel/ui/overlays/dialog';
import { createElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderHook } from '#shared/testing/render-hook.tsx';

const inset = () => document.documentElement.style.getPropertyValue('--toast-inset');

function barOf(heightPx: number) {
  const element = document.createElement('div');
  vi.spyOn(element, 'offsetHeight', 'get').mockReturnValue(heightPx);
  return { current: element };
}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #measure: () => void;
      constructor(measure: () => void) {
        this.#measure = measure;
      }
      // Browsers call it once with the first size.
      observe() {
        this.#measure();
      }
      disconnect() {}
    },
  );
});

it('toasts stay above the highest bar of those that are there, whichever leaves first', () => {
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
  const bar = barOf(70);
  renderHook(() => useToastInset(bar, () => false));
  expect(inset()).toBe('');
});

it.each([
  ['the bottom of a narrow window', true, '60px'],
  ['the middle of a wide window', false, ''],
])('toasts and the footer of a dialog at %s', (_place, matches, expected) => {
  vi.stubGlobal('matchMedia', () => ({ matches }));
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
  const dialog = { isOpen: true, onClose() {}, title: 'Secret', footer: 'I have saved it' };
  renderHook(() => createElement(Dialog, dialog));
  expect(inset()).toBe(expected);
});
