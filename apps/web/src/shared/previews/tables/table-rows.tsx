import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { columnWidthsOf } from './table-columns.ts';

const ROW_PX = 30;
/** Number of characters whose width is measured, so that its fraction of a pixel counts. */
const MEASURED_CHARACTERS = 100;

export interface TableRowsProps {
  /** The first one has the names of the columns. */
  rows: readonly (readonly string[])[];
  name: string;
}

/**
 * Table whose first row stays at the top. Renders only the visible rows and columns; empty rows and columns fill the
 * rest.
 */
export function TableRows({ rows, name }: TableRowsProps) {
  const scroller = useRef<HTMLElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const [characterPx, setCharacterPx] = useState(0);
  useLayoutEffect(() => {
    setCharacterPx((ruler.current?.offsetWidth ?? 0) / MEASURED_CHARACTERS);
  }, []);
  return (
    <section
      ref={scroller}
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable (WCAG 2.1.1)
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto font-mono text-meta -outline-offset-2"
    >
      {characterPx === 0 ? (
        <div ref={ruler} style={{ width: `${MEASURED_CHARACTERS}ch` }} />
      ) : (
        <VisibleCells rows={rows} characterPx={characterPx} scroller={scroller} />
      )}
    </section>
  );
}

interface VisibleCellsProps extends Pick<TableRowsProps, 'rows'> {
  characterPx: number;
  scroller: RefObject<HTMLElement | null>;
}

function VisibleCells({ rows, characterPx, scroller }: VisibleCellsProps) {
  const widths = useMemo(
    // The padding of a cell takes nearly three characters, of which the widths contain two.
    () => columnWidthsOf(rows).map((width) => (width + 1) * characterPx),
    [rows, characterPx],
  );
  const [head = [], ...body] = rows;
  const getScrollElement = () => scroller.current;
  const vertical = useVirtualizer({
    count: body.length,
    getScrollElement,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const horizontal = useVirtualizer({
    horizontal: true,
    count: widths.length,
    getScrollElement,
    estimateSize: (column) => widths[column] ?? 0,
    overscan: 4,
  });
  const seenRows = vertical.getVirtualItems();
  const seenColumns = horizontal.getVirtualItems();
  const before = seenColumns[0]?.start ?? 0;
  const after = horizontal.getTotalSize() - (seenColumns.at(-1)?.end ?? 0);
  const above = seenRows[0]?.start ?? 0;
  const below = vertical.getTotalSize() - (seenRows.at(-1)?.end ?? 0);
  return (
    <table
      aria-rowcount={rows.length}
      aria-colcount={widths.length}
      className="min-w-full table-fixed border-separate border-spacing-0"
      style={{ width: horizontal.getTotalSize() }}
    >
      <colgroup>
        {before > 0 && <col style={{ width: before }} />}
        {seenColumns.map(({ index, size }) => (
          <col key={index} style={{ width: size }} />
        ))}
        {after > 0 && <col style={{ width: after }} />}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {before > 0 && <td aria-hidden="true" />}
          {seenColumns.map(({ index }) => (
            <th
              key={index}
              scope="col"
              aria-colindex={index + 1}
              className="sticky top-0 z-10 truncate border-b border-line-strong bg-surface px-2.5 py-1.5 text-left font-semibold"
            >
              {head[index] ?? ''}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr style={{ height: above }} />
        {seenRows.map(({ index: row }) => (
          <tr key={row} aria-rowindex={row + 2} style={{ height: ROW_PX }}>
            {before > 0 && <td aria-hidden="true" />}
            {seenColumns.map(({ index }) => (
              <td
                key={index}
                aria-colindex={index + 1}
                title={body[row]?.[index]}
                className="truncate border-b border-line px-2.5 py-0"
              >
                {body[row]?.[index] ?? ''}
              </td>
            ))}
          </tr>
        ))}
        <tr style={{ height: below }} />
      </tbody>
    </table>
  );
}
