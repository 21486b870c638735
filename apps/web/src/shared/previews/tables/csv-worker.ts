import { parse } from 'papaparse';

export interface CsvResult {
  readonly rows: readonly (readonly string[])[];
  /** Whether the parser reported problems, such as lines with a different number of cells. */
  readonly hasProblems: boolean;
}

addEventListener('message', ({ data: text }: MessageEvent<string>) => {
  const { data, errors } = parse<string[]>(text, { skipEmptyLines: 'greedy' });
  const hasProblems = errors.some(({ type }) => type === 'Quotes' || type === 'FieldMismatch');
  postMessage({ rows: data, hasProblems } satisfies CsvResult);
});
