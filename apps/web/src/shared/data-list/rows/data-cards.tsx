import { Card } from '@satchel/ui/layout/card';
import clsx from 'clsx';
import { useRef } from 'react';
import type { DataRowsProps } from '../data-rows.ts';
import { useDataRows } from '../use-data-rows.ts';
import { RowCheckbox } from './row-checkbox.tsx';
import { RowMenu } from './row-menu.tsx';

const CARD_HEIGHT_PX = 148;

/** Rows of a list on phones: one card per row, titled by the first column. */
export function DataCards<Row, Sort extends string>(props: DataRowsProps<Row, Sort>) {
  const { rows, rowId, choice, selection } = props;
  const list = useRef<HTMLUListElement>(null);
  const { keys, visible } = useDataRows(props, list, CARD_HEIGHT_PX);
  const [title, ...details] = choice.shown;
  return (
    <ul ref={list} aria-label={props.caption} className="flex flex-col">
      {visible.rows.map(({ index, spaceBeforePx }) => {
        const row = rows[index];
        if (row === undefined) return null;
        const id = rowId(row);
        return (
          <li
            key={id}
            ref={visible.measure}
            data-cell={index}
            tabIndex={-1}
            style={{ marginTop: spaceBeforePx }}
            className="group/row pb-2 outline-none"
          >
            <Card
              className={clsx(
                'flex gap-1 p-2 group-focus-visible/row:outline-2 group-focus-visible/row:outline-focus',
                selection?.has(id) && 'bg-accent-soft',
              )}
            >
              {selection && (
                <RowCheckbox {...props} {...{ row, index, keys }} className="self-start" />
              )}
              <div className="min-w-0 flex-1 space-y-1.5 py-1">
                {title?.cell(row)}
                <dl className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
                  {details.map(({ id: columnId, header, cell }) => (
                    // A row without a value has no label either.
                    <div
                      key={columnId}
                      className="flex min-w-0 items-baseline gap-1.5 has-[dd:empty]:hidden"
                    >
                      <dt className="text-xs text-ink-muted">{header}</dt>
                      <dd className="min-w-0">{cell(row)}</dd>
                    </div>
                  ))}
                </dl>
              </div>
              <div className="self-start">
                <RowMenu {...props} row={row} />
              </div>
            </Card>
          </li>
        );
      })}
      <li
        aria-hidden="true"
        hidden={visible.spaceAfterPx <= 0}
        style={{ height: visible.spaceAfterPx }}
      />
    </ul>
  );
}
