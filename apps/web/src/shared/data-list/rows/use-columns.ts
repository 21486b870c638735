import { useState } from 'react';
import { readStored, writeStored } from '#shared/storage/browser-storage.ts';
import type { Column } from './column.ts';

export interface ColumnChoice<Row, Sort extends string> {
  shown: readonly Column<Row, Sort>[];
  /** Columns that can be hidden: all but the first. */
  optional: readonly { column: Column<Row, Sort>; isShown: boolean }[];
  toggle: (id: string) => void;
  /** Whether the user has chosen columns. Then narrow windows hide none. */
  isChosen: boolean;
}

const keyOf = (name: string) => `list-columns-${name}`;

/** Visible columns; the browser stores the user's choice. */
export function useColumns<Row, Sort extends string>(
  name: string,
  columns: readonly Column<Row, Sort>[],
): ColumnChoice<Row, Sort> {
  const [chosen, setChosen] = useState(() => readStored(keyOf(name))?.split(',') ?? null);
  const isShown = ({ id, isHiddenByDefault }: Column<Row, Sort>, index: number) =>
    index === 0 || (chosen ? chosen.includes(id) : !isHiddenByDefault);
  const shown = columns.filter(isShown);
  return {
    shown,
    isChosen: chosen !== null,
    optional: columns.slice(1).map((column) => ({ column, isShown: shown.includes(column) })),
    toggle(id) {
      const ids = shown.map((column) => column.id);
      const next = ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
      writeStored(keyOf(name), next.join(','));
      setChosen(next);
    },
  };
}
