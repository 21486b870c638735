import { Scrubber } from '@satchel/ui/lists/scrubber';
import { act, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderHook } from '#shared/testing/render-hook.tsx';

const MARKS = [
  { label: 'March 2026', short: '2026', index: 0 },
  { label: 'February 2026', short: '', index: 50 },
  { label: 'December 2025', short: '2025', index: 80 },
];

function show() {
  const jumps = vi.fn<(label: string) => void>();
  function List() {
    const [current, setCurrent] = useState(0);
    return (
      <Scrubber
        label="Jump to"
        marks={MARKS}
        itemCount={100}
        current={current}
        onJump={(mark) => {
          jumps(mark.label);
          setCurrent(MARKS.indexOf(mark));
        }}
      />
    );
  }
  const { container } = renderHook(() => <List />);
  const strip = container.querySelector<HTMLElement>('[role=slider]');
  if (!strip) throw new Error('no strip');
  return { strip, jumps };
}

it('a strip of months jumps by keys, and tells the month', () => {
  const { strip, jumps } = show();
  const press = (key: string) =>
    act(() => {
      strip.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    });
  expect(strip.ariaValueText).toBe('March 2026');
  press('ArrowDown');
  expect(strip.ariaValueText).toBe('February 2026');
  press('End');
  press('ArrowDown');
  press('Home');
  press('Tab');
  expect(jumps.mock.calls.flat()).toEqual(['February 2026', 'December 2025', 'March 2026']);
});

it('a strip of months follows the pointer', () => {
  const { strip, jumps } = show();
  strip.setPointerCapture = () => {};
  strip.getBoundingClientRect = () => new DOMRect(0, 100, 36, 1000);
  const point = (type: string, clientY: number) =>
    act(() => {
      strip.dispatchEvent(new MouseEvent(type, { clientY, bubbles: true }));
    });
  point('pointermove', 700);
  point('pointerdown', 650);
  point('pointermove', 660);
  point('pointermove', 950);
  point('lostpointercapture', 950);
  point('pointermove', 100);
  expect(jumps.mock.calls.flat()).toEqual(['February 2026', 'December 2025']);
});
