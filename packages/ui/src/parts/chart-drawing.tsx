import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';

export interface ChartSeries {
  key: string;
  label: string;
  /** One for each of the chart's points, in their order. */
  values: readonly number[];
}

export interface ChartDrawingProps {
  kind: 'bar' | 'line';
  points: readonly string[];
  series: readonly ChartSeries[];
  formatValue: (value: number) => string;
}

const COLOURS = ['var(--color-chart-1)', 'var(--color-chart-2)', 'var(--color-chart-3)'];
const AXIS = {
  stroke: 'var(--color-line)',
  tick: { fill: 'var(--color-ink-faint)', fontSize: 12 },
  tickLine: false,
  axisLine: false,
} as const;
const MARGIN = { top: 8, right: 8, bottom: 0, left: 0 };
const TOOLTIP_STYLE = {
  background: 'var(--color-raised)',
  border: '1px solid var(--color-line)',
  borderRadius: 'var(--radius-md)',
  boxShadow: 'var(--shadow-md)',
  color: 'var(--color-ink)',
  fontSize: '0.8125rem',
};

/** Only for the eye: the table beside it says the same, so it takes no focus and speaks no words. */
export function ChartDrawing({ kind, points, series, formatValue }: ChartDrawingProps) {
  const data = points.map((point, index) => ({
    point,
    ...Object.fromEntries(series.map(({ key, values }) => [key, values[index] ?? 0])),
  }));
  const isBar = kind === 'bar';
  const Kind = isBar ? BarChart : AreaChart;
  return (
    <div className="flex size-full flex-col">
      <div className="min-h-0 flex-1">
        <ResponsiveContainer width="100%" height="100%">
          <Kind data={data} margin={MARGIN} accessibilityLayer={false} barCategoryGap="28%">
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis dataKey="point" {...AXIS} />
            <YAxis
              {...AXIS}
              width={axisWidth(series, formatValue)}
              tickCount={4}
              allowDecimals={false}
              tickFormatter={formatValue}
            />
            <Tooltip
              contentStyle={TOOLTIP_STYLE}
              cursor={
                isBar ? { fill: 'var(--color-hover)' } : { stroke: 'var(--color-line-strong)' }
              }
              formatter={(value) => formatValue(Number(value))}
              isAnimationActive={false}
            />
            {series.map(({ key, label }, index) =>
              isBar ? (
                <Bar
                  key={key}
                  dataKey={key}
                  name={label}
                  fill={COLOURS[index] ?? 'currentColor'}
                  radius={[3, 3, 0, 0]}
                  maxBarSize={36}
                  isAnimationActive={false}
                />
              ) : (
                <Area
                  key={key}
                  dataKey={key}
                  name={label}
                  type="monotone"
                  stroke={COLOURS[index] ?? 'currentColor'}
                  strokeWidth={2}
                  fill={COLOURS[index] ?? 'currentColor'}
                  fillOpacity={0.12}
                  isAnimationActive={false}
                />
              ),
            )}
          </Kind>
        </ResponsiveContainer>
      </div>
      {series.length > 1 && <Legend series={series} />}
    </div>
  );
}

/** Recharts' own legend is measured after it is drawn, and the chart then drawn once more. */
function Legend({ series }: { series: readonly ChartSeries[] }) {
  return (
    <ul className="flex flex-wrap justify-center gap-x-4 text-meta text-ink-muted">
      {series.map(({ key, label }, index) => (
        <li key={key} className="flex items-center gap-1.5">
          <span className="size-2 rounded-full" style={{ background: COLOURS[index] }} />
          {label}
        </li>
      ))}
    </ul>
  );
}

/** Room for the longest number in pixels, known beforehand so that nothing is drawn twice. */
function axisWidth(series: readonly ChartSeries[], formatValue: (value: number) => string): number {
  const largest = Math.max(0, ...series.flatMap(({ values }) => values));
  return 16 + 7 * formatValue(largest).length;
}
