import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { columnWidthsOf } from './table-columns.ts';

const ROW_PX = 30;

export interface TableRowsProps {
  /** The first one has the names of the columns. */
  rows: readonly (readonly string[])[];
  name: string;
}

/**
 * Table whose first row stays at the top. Renders only the visible rows; two spacer rows fill the rest of the
 * height.
 */
export function TableRows({ rows, name }: TableRowsProps) {
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
