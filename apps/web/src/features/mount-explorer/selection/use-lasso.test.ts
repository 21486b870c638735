import { type ListSelection, NO_SELECTION } from '@satchel/ui/lists/list-selection';
import type { VirtualItemsHandle } from '@satchel/ui/lists/virtual-rows';
import { act, type PointerEvent } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { fakeEntry } from '#shared/testing/fake-entry.ts';
import { renderHook } from '#shared/testing/render-hook.tsx';
import { useLasso } from './use-lasso.ts';

it('a frame selects what is listed now, also where entries have come while it is drawn', () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => frames.push(draw));
  const scroller = document.createElement('div');
  onTestFinished(() => scroller.remove());
  document.body.append(scroller);
  vi.spyOn(scroller, 'clientWidth', 'get').mockReturnValue(100);
  const handle: VirtualItemsHandle = {
    scroller,
    rows: scroller,
    focusItem: () => {},
    scrollToItem: () => {},
    activeIndex: () => 0,
    itemsWithin: () => [0],
  };
  let selected: ListSelection = NO_SELECTION;
  let entries = [fakeEntry('b')];
  const hook = renderHook(() =>
    useLasso({
      view: { current: handle },
      entries,
      selection: { current: selected, set: (next) => (selected = next) },
    }),
  );
  const press = { pointerType: 'mouse', button: 0, target: scroller, clientX: 1, clientY: 1 };
  act(() => hook.current.onPointerDown(press as unknown as PointerEvent<HTMLElement>));
  entries = [fakeEntry('a'), fakeEntry('b')];
  hook.rerender();
  act(() => {
    window.dispatchEvent(new MouseEvent('pointermove', { clientX: 50, clientY: 50 }));
    frames.shift()?.(0);
    window.dispatchEvent(new MouseEvent('pointerup'));
  });
  expect([...selected.keys]).toEqual(['/m/a']);
});
