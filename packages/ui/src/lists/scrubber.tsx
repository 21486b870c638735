import clsx from 'clsx';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

export interface ScrubberMark {
  /** Such as a month, or the first letter of names. */
  readonly label: string;
  /** Text on the strip; '' draws a dot. */
  readonly short: string;
  /** Index of the first item. */
  readonly index: number;
}

export interface ScrubberProps {
  /** Accessible name. */
  label: string;
  /** In the order of the items; not empty. */
  marks: readonly ScrubberMark[];
  itemCount: number;
  /** Index of the mark at which the list is now. */
  current: number;
  onJump: (mark: ScrubberMark) => void;
  className?: string;
}

/** Share of the height that a text needs. */
const MIN_STEP = 0.035;
const PAGE_MARKS = 6;

/**
 * Strip beside a long list with the parts of it. A click, dragging and the arrow keys jump to a part. Assistive
 * technology sees a slider whose value is the name of the part.
 */
export function Scrubber({ label, marks, itemCount, current, onJump, className }: ScrubberProps) {
  const strip = useRef<HTMLDivElement>(null);
  const [isDragged, setDragged] = useState(false);
  const shareOf = ({ index }: ScrubberMark) => index / Math.max(1, itemCount);
  const shown = marks[current] ?? marks[0];

  function jump(to: number): void {
    const mark = marks[Math.max(0, Math.min(to, marks.length - 1))];
    if (mark && mark !== shown) onJump(mark);
  }

  function jumpToPointer({ clientY }: PointerEvent): void {
    const area = strip.current?.getBoundingClientRect();
    if (!area) return;
    const share = (clientY - area.top) / area.height;
    jump(marks.findLastIndex((mark) => shareOf(mark) <= share));
  }

  function handleKey(event: KeyboardEvent): void {
    const to = keyTarget(event.key, current, marks.length - 1);
    if (to === undefined) return;
    event.preventDefault();
    jump(to);
  }

  return (
    <div
      ref={strip}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={marks.length - 1}
      aria-valuenow={current}
      aria-valuetext={shown?.label}
      onKeyDown={handleKey}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged(true);
        jumpToPointer(event);
      }}
      onPointerMove={(event) => isDragged && jumpToPointer(event)}
      onLostPointerCapture={() => setDragged(false)}
      className={clsx(
        'group/strip relative w-9 shrink-0 cursor-ns-resize touch-none rounded-md text-caption text-ink-muted -outline-offset-2 select-none',
        className,
      )}
    >
      {textsOf(marks, shareOf).map(({ mark, text }) => (
        <span
          key={mark.index}
          aria-hidden="true"
          style={{ top: `${shareOf(mark) * 100}%` }}
          className="figures absolute inset-x-0 text-center leading-none"
        >
          {text || '·'}
        </span>
      ))}
      {shown && (
        <span
          aria-hidden="true"
          style={{ top: `${shareOf(shown) * 100}%` }}
          className="absolute inset-x-0.5 h-0.5 -translate-y-1 rounded-full bg-accent"
        >
          <span
            className={clsx(
              'absolute top-1/2 right-full mr-1 -translate-y-1/2 rounded-md border border-line bg-raised px-2.5 py-1 text-label whitespace-nowrap text-ink shadow-md',
              !isDragged && 'invisible group-focus-visible/strip:visible',
            )}
          >
            {shown.label}
          </span>
        </span>
      )}
    </div>
  );
}

function keyTarget(key: string, current: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return current + 1;
    case 'ArrowUp':
    case 'ArrowLeft':
      return current - 1;
    case 'PageDown':
      return current + PAGE_MARKS;
    case 'PageUp':
      return current - PAGE_MARKS;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

/** Leaves out marks for which there is no room; texts go before dots. */
function textsOf(
  marks: readonly ScrubberMark[],
  shareOf: (mark: ScrubberMark) => number,
): { mark: ScrubberMark; text: string }[] {
  const taken: number[] = [];
  const isFree = (mark: ScrubberMark) => {
    const share = shareOf(mark);
    const hasRoom =
      share <= 1 - MIN_STEP / 2 && taken.every((at) => Math.abs(at - share) >= MIN_STEP);
    if (hasRoom) taken.push(share);
    return hasRoom;
  };
  const texts = marks.filter(({ short }) => short !== '').filter(isFree);
  const dots = marks.filter(({ short }) => short === '').filter(isFree);
  return [...texts, ...dots].map((mark) => ({ mark, text: mark.short }));
}
