import { useId, useRef, useState } from 'react';
import { Scrubber } from '../src/lists/scrubber.tsx';
import { VirtualMosaic } from '../src/lists/virtual-mosaic.tsx';
import type { VirtualItemsHandle } from '../src/lists/virtual-rows.tsx';
import { Specimens } from './specimens.tsx';

const MONTHS = ['March', 'February', 'January'];
const COUNT_OF_MONTH = 400;
const PHOTOS = MONTHS.flatMap((month) =>
  Array.from({ length: COUNT_OF_MONTH }, (_, index) => ({ month, name: `${month} ${index + 1}` })),
);
const RATIOS = PHOTOS.map((_, index) => [1.5, 0.75, 1, 1.78][index % 4] ?? 1);
const GROUPS = PHOTOS.map(({ month }) => month);
const MARKS = MONTHS.map((month, index) => ({
  label: `${month} 2026`,
  short: month.slice(0, 3),
  index: index * COUNT_OF_MONTH,
}));

/** Pictures with headings, and the strip that jumps between them. */
export function Mosaics() {
  const id = useId();
  const handle = useRef<VirtualItemsHandle>(null);
  const [current, setCurrent] = useState(0);
  return (
    <Specimens name="VirtualMosaic and Scrubber" isStacked>
      <div className="flex h-96">
        <VirtualMosaic
          label={`Photos, ${id}`}
          items={PHOTOS}
          getKey={({ name }) => name}
          {...{
            ratios: RATIOS,
            groups: GROUPS,
            rowHeightPx: 120,
            gapPx: 8,
            columnGapPx: 8,
            handle,
          }}
          className="min-w-0 flex-1"
          renderItem={({ name }) => (
            <div className="flex size-full items-end rounded-md bg-sunken p-2 text-meta">
              {name}
            </div>
          )}
        />
        <Scrubber
          label="Jump to a month"
          marks={MARKS}
          itemCount={PHOTOS.length}
          current={current}
          onJump={(mark) => {
            setCurrent(MARKS.indexOf(mark));
            handle.current?.scrollToItem(mark.index, 'start');
          }}
        />
      </div>
    </Specimens>
  );
}
