import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { type ChartDrawingProps, type ChartSeries, COLOURS } from './chart-data.ts';
import { ChartPlot } from './chart-plot.tsx';

/** Drawing of a chart. Hidden from screen readers, because the table beside it has the same data. */
export function ChartDrawing(props: ChartDrawingProps) {
  const { points, series, formatValue } = props;
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [pointedAt, setPointedAt] = useState<{ point: number; x: number }>();
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const left = axisWidth(series, formatValue);
  const pointAt = ({ clientX, currentTarget }: PointerEvent) => {
    const x = clientX - currentTarget.getBoundingClientRect().left;
    const point = Math.floor(((x - left) / (size.width - left)) * points.length);
    setPointedAt(points[point] === undefined ? undefined : { point, x });
  };
  return (
    <div className="flex size-full flex-col">
      <div
        ref={box}
        className="relative min-h-0 flex-1"
        onPointerMove={pointAt}
        onPointerDown={pointAt}
        onPointerLeave={() => setPointedAt(undefined)}
      >
        {size.width > left && (
          <ChartPlot {...props} {...{ ...size, left, pointedAt: pointedAt?.point }} />
        )}
        {pointedAt && (
          <div
            className="pointer-events-none absolute top-1 w-max rounded-md border border-line bg-raised px-2.5 py-1.5 text-meta shadow-md"
            style={pointedAt.x < size.width / 2 ? { right: 8 } : { left: left + 8 }}
          >
            <p className="font-medium">{points[pointedAt.point]}</p>
            {series.map(({ key, label, values }, index) => (
              <p key={key} className="flex items-center gap-1.5 tabular-nums">
                <Dot index={index} />
                {label} <b>{formatValue(values[pointedAt.point] ?? 0)}</b>
              </p>
            ))}
          </div>
        )}
      </div>
      {series.length > 1 && (
        <ul className="flex flex-wrap justify-center gap-x-4 text-meta text-ink-muted">
          {series.map(({ key, label }, index) => (
            <li key={key} className="flex items-center gap-1.5">
              <Dot index={index} />
              {label}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Dot({ index }: { index: number }) {
  return <span className="size-2 rounded-full" style={{ background: COLOURS[index] }} />;
}

/** Width of the axis numbers in pixels, estimated by the longest number so that nothing is drawn twice. */
function axisWidth(series: readonly ChartSeries[], formatValue: (value: number) => string): number {
  const largest = Math.max(0, ...series.flatMap(({ values }) => values));
  return 16 + 7 * formatValue(largest).length;
}
