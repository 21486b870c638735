export interface ChartSeries {
  key: string;
  label: string;
  /** One value for each of the chart's points, in order. */
  values: readonly number[];
}

export interface ChartDrawingProps {
  kind: 'bar' | 'line';
  points: readonly string[];
  series: readonly ChartSeries[];
  formatValue: (value: number) => string;
}

/** Colours of the series, in order. */
export const COLOURS = ['var(--color-chart-1)', 'var(--color-chart-2)', 'var(--color-chart-3)'];
