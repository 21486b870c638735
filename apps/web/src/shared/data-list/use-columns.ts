import { useState } from 'react';
import { readStored, writeStored } from '#shared/storage/browser-storage.ts';
import type { Column } from './column.ts';

export interface ColumnChoice<Row, Sort extends string> {
  shown: readonly Column<Row, Sort>[];
  /** The columns that can be left out: all but the first. */
  optional: readonly { column: Column<Row, Sort>; isShown: boolean }[];
  toggle: (id: string) => void;
  /** Whether the user has chosen: then nothing is left out because the window is narrow. */
  isChosen: boolean;
}

const keyOf = (name: string) => `list-columns-${name}`;

/** Which columns are shown, remembered in this browser. */
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
