import { Notice } from '@satchel/ui/feedback/notice';
import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#shared/format/format-number.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { PreviewFailure } from '#shared/previews/preview-failure.tsx';
import type { CsvResult } from './csv-worker.ts';
import { columnWidthsOf } from './table-columns.ts';

const ROW_PX = 30;

export interface TableViewProps {
  text: string;
  name: string;
}

/** Shows a CSV file of any length as a table. A worker parses it. */
export function TableView({ text, name }: TableViewProps) {
  const { t } = useTranslation('entry-preview');
  const language = useLanguage();
  const [result, setResult] = useState<CsvResult | 'failed' | null>(null);

  useEffect(() => {
    const worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<CsvResult>) => setResult(data));
    worker.addEventListener('error', () => setResult('failed'));
    worker.postMessage(text);
    return () => worker.terminate();
  }, [text]);

  if (result === 'failed') return <PreviewFailure reason="failed" />;
  if (!result) return <Skeleton className="m-4 h-80" />;
  return (
    <>
      {result.hasProblems && (
        <div className="p-3">
          <Notice tone="warning">{t('table.problems')}</Notice>
        </div>
      )}
      <Rows rows={result.rows} name={name} />
      <p role="status" className="border-t border-line px-4 py-1.5 text-caption text-ink-muted">
        {t('table.size', {
          count: Math.max(result.rows.length - 1, 0),
          rows: formatNumber(Math.max(result.rows.length - 1, 0), language),
        })}
      </p>
    </>
  );
}

/** Renders only the visible rows. Two spacer rows fill the rest of the height. */
function Rows({ rows, name }: { rows: CsvResult['rows']; name: string }) {
  const scroller = useRef<HTMLElement>(null);
  const widths = useMemo(() => columnWidthsOf(rows), [rows]);
  const [head = [], ...body] = rows;
  const virtualizer = useVirtualizer({
    count: body.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const seen = virtualizer.getVirtualItems();
  const above = seen[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (seen.at(-1)?.end ?? 0);
  return (
    <section
      ref={scroller}
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable (WCAG 2.1.1)
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto font-mono text-meta -outline-offset-2"
    >
      <table
        aria-rowcount={rows.length}
        className="min-w-full table-fixed border-separate border-spacing-0"
        style={{ width: `${widths.reduce((sum, width) => sum + width, 0)}ch` }}
      >
        <colgroup>
          {widths.map((width, column) => (
            <col key={column} style={{ width: `${width}ch` }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {widths.map((_, column) => (
              <th
                key={column}
                scope="col"
                className="sticky top-0 z-10 truncate border-b border-line-strong bg-surface px-2.5 py-1.5 text-left font-semibold"
              >
                {head[column] ?? ''}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr style={{ height: above }} />
          {seen.map(({ index }) => (
            <tr key={index} aria-rowindex={index + 2} style={{ height: ROW_PX }}>
              {widths.map((_, column) => (
                <td
                  key={column}
                  title={body[index]?.[column]}
                  className="truncate border-b border-line px-2.5 py-0"
                >
                  {body[index]?.[column] ?? ''}
                </td>
              ))}
            </tr>
          ))}
          <tr style={{ height: below }} />
        </tbody>
      </table>
    </section>
  );
}
