import { type ComponentType, startTransition, useEffect, useState } from 'react';
import { Skeleton } from '../feedback/skeleton.tsx';
import type { ChartDrawingProps, ChartSeries } from './chart-data.ts';

export interface ChartProps {
  /** Title, such as "Views of the last seven days". */
  label: string;
  kind: 'bar' | 'line';
  /** Names of the points, such as the days of a week. */
  points: readonly string[];
  /** Up to three series. */
  series: readonly ChartSeries[];
  /** Header of the table's first column, such as "Day". */
  pointLabel: string;
  formatValue?: (value: number) => string;
}

/**
 * Shows values over time. The drawing's code loads later. Screen readers read the same values in a table,
 * which is visible if the drawing fails to load.
 */
export function Chart({ formatValue = String, ...props }: ChartProps) {
  const [Drawing, setDrawing] = useState<ComponentType<ChartDrawingProps>>();
  const [isFailed, setIsFailed] = useState(false);
  useEffect(() => {
    let isGone = false;
    import('./chart-drawing.tsx').then(
      ({ ChartDrawing }) => {
        if (!isGone) startTransition(() => setDrawing(() => ChartDrawing));
      },
      () => {
        if (!isGone) setIsFailed(true);
      },
    );
    return () => {
      isGone = true;
    };
  }, []);
  return (
    <figure className="relative min-w-0">
      {!isFailed && (
        <div aria-hidden="true" className="h-56">
          {Drawing ? (
            <Drawing {...{ ...props, formatValue }} />
          ) : (
            <Skeleton className="size-full" />
          )}
        </div>
      )}
      <ChartTable {...{ ...props, formatValue, isHidden: !isFailed }} />
    </figure>
  );
}

interface ChartTableProps extends Omit<ChartProps, 'kind'> {
  formatValue: (value: number) => string;
  isHidden: boolean;
}

function ChartTable({ label, pointLabel, points, series, formatValue, isHidden }: ChartTableProps) {
  return (
    // The frame hides it, because a table is as wide as its cells also where it is one pixel wide.
    <div className={isHidden ? 'sr-only' : undefined}>
      <table className="w-full text-left text-sm tabular-nums">
        <caption className={isHidden ? 'sr-only' : 'pb-2 text-left text-label'}>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{pointLabel}</th>
            {series.map(({ key, label: name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point, index) => (
            <tr key={point}>
              <th scope="row">{point}</th>
              {series.map(({ key, values }) => (
                <td key={key}>{formatValue(values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
