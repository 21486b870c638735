import { scaleBand, scaleLinear } from '@visx/scale';
import { AreaClosed, BarRounded, LinePath } from '@visx/shape';
import { type ChartDrawingProps, COLOURS } from './chart-data.ts';

const TOP = 8;
/** Height of the point names in pixels. */
const BOTTOM = 24;
const TICKS = 3;
const GAP = 0.28;
const MOST_BAR_WIDTH = 36;
const LETTER_WIDTH = 7;
const IDEOGRAPH_WIDTH = 12;
const TEXT = { fill: 'var(--color-ink-faint)', fontSize: 12 };

interface ChartPlotProps extends ChartDrawingProps {
  /** Sizes in pixels. */
  width: number;
  height: number;
  /** Width of the axis numbers. */
  left: number;
  /** Index of the point under the pointer; undefined if there is none. */
  pointedAt: number | undefined;
}

/** Drawing of a chart with a known size. */
export function ChartPlot({ kind, points, series, formatValue, ...plot }: ChartPlotProps) {
  const { width, height, left, pointedAt } = plot;
  const bottom = height - BOTTOM;
  const step = (width - left) / points.length;
  const middle = (point: number) => left + step * (point + 0.5);
  const largest = Math.max(1, ...series.flatMap(({ values }) => values));
  const y = scaleLinear({ domain: [0, largest], range: [bottom, TOP], nice: TICKS });
  // Moves the last name to the left if it would exceed the drawing.
  const nameAt = (name: string, point: number) =>
    Math.min(middle(point), width - nameWidth(name) / 2);
  const everyName = Math.max(1, Math.ceil(Math.max(...points.map(nameWidth)) / step));
  return (
    <svg {...{ width, height }} className="absolute inset-0 select-none" aria-hidden="true">
      {pointedAt !== undefined && (
        <rect
          {...{ x: middle(pointedAt) - step / 2, y: TOP, width: step, height: bottom - TOP }}
          fill="var(--color-hover)"
        />
      )}
      {y
        .ticks(TICKS)
        .filter(Number.isInteger)
        .map((value) => (
          <g key={value}>
            <line
              {...{ x1: left, x2: width, y1: y(value), y2: y(value) }}
              stroke="var(--color-line)"
            />
            <text {...TEXT} x={left - 8} y={y(value)} dy="0.35em" textAnchor="end">
              {formatValue(value)}
            </text>
          </g>
        ))}
      {points.map((name, point) =>
        (points.length - 1 - point) % everyName === 0 ? (
          <text {...TEXT} key={name} x={nameAt(name, point)} y={height - 6} textAnchor="middle">
            {name}
          </text>
        ) : null,
      )}
      {kind === 'bar' ? <Bars {...{ series, y, step, middle, bottom }} /> : null}
      {kind === 'line'
        ? series.map(({ key, values }, index) => {
            const line = {
              data: [...values],
              x: (_: number, point: number) => middle(point),
              y: (value: number) => y(value),
            };
            const stroke = COLOURS[index] ?? 'currentColor';
            return (
              <g key={key}>
                <AreaClosed {...line} yScale={y} fill={stroke} fillOpacity={0.12} />
                <LinePath {...line} {...{ stroke }} strokeWidth={2} data-series={key} />
              </g>
            );
          })
        : null}
    </svg>
  );
}

/** Estimated width of a name including the gap to the next one, because measuring would draw twice. */
function nameWidth(name: string): number {
  const ideographs = name.match(/\p{Script=Han}/gu)?.length ?? 0;
  return LETTER_WIDTH * (name.length - ideographs + 1) + IDEOGRAPH_WIDTH * ideographs;
}

interface BarsProps extends Pick<ChartDrawingProps, 'series'> {
  y: (value: number) => number;
  step: number;
  middle: (point: number) => number;
  bottom: number;
}

function Bars({ series, y, step, middle, bottom }: BarsProps) {
  const group = Math.min(step * (1 - GAP), MOST_BAR_WIDTH * series.length);
  const x = scaleBand({
    domain: series.map(({ key }) => key),
    range: [-group / 2, group / 2],
    paddingInner: 0.1,
  });
  return series.map(({ key, values }, index) =>
    values.map((value, point) => (
      <BarRounded
        key={`${key} ${middle(point)}`}
        {...{ x: middle(point) + (x(key) ?? 0), y: y(value), height: bottom - y(value) }}
        {...{ width: x.bandwidth(), radius: 3, top: true, fill: COLOURS[index] ?? 'currentColor' }}
        data-series={key}
      />
    )),
  );
}
