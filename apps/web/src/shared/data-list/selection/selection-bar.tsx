import { Button } from '@satchel/ui/actions/button';
import { CloseButton } from '@satchel/ui/actions/close-button';
import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import type { BatchAction } from '../rows/row-action.ts';
import type { Selection } from './use-selection.ts';

export interface SelectionBarProps<Row> {
  selection: Selection<Row>;
  total: number;
  /** Fetches the list's rows of all pages. */
  allRows: ((signal: AbortSignal) => Promise<readonly Row[]>) | undefined;
  actions: readonly BatchAction<Row>[];
  onDelete: ((rows: readonly Row[]) => void) | undefined;
}

/** Shows the number of selected rows of all pages, and their actions. */
export function SelectionBar<Row>(props: SelectionBarProps<Row>) {
  const { selection, total, allRows, actions, onDelete } = props;
  const { t } = useTranslation('data-lists');
  const [isFetching, setIsFetching] = useState(false);
  const selected = [...selection.rows.values()];

  const fetching = useRef<AbortController | null>(null);
  const { keys } = selection.current;
  // Cancels the fetch of all rows if the selection changes in the meantime.
  useEffect(() => () => fetching.current?.abort(), [keys]);

  async function selectAll(fetchRows: NonNullable<typeof allRows>) {
    const controller = new AbortController();
    const { signal } = controller;
    fetching.current = controller;
    setIsFetching(true);
    try {
      const all = await fetchRows(signal);
      if (!signal.aborted) selection.replace(all);
    } catch (error) {
      if (!signal.aborted) showErrorToast(error);
    }
    setIsFetching(false);
  }

  return (
    <section
      aria-label={t('selection')}
      className="sticky top-14 z-20 flex min-h-9 flex-wrap items-center gap-2 rounded-md bg-accent-soft py-0.5 pr-0.5 pl-3"
    >
      <p className="text-sm font-medium text-accent-strong tabular-nums">
        {t('selected', { count: selected.length })}
      </p>
      {allRows && selected.length < total && (
        <Button size="small" variant="quiet" isBusy={isFetching} onClick={() => selectAll(allRows)}>
          {t('selectAll', { count: total })}
        </Button>
      )}
      <div className="ml-auto flex flex-wrap items-center gap-1">
        {actions.map(({ key, label, icon, onSelect }) => (
          <Button
            key={key}
            size="small"
            variant="quiet"
            icon={icon}
            className="[&_svg]:size-4"
            disabled={isFetching}
            onClick={() => onSelect(selected)}
          >
            {label}
          </Button>
        ))}
        {onDelete && (
          <Button
            size="small"
            variant="danger"
            icon={<Trash2 />}
            // Until all rows are there it would delete the few that were selected before.
            disabled={isFetching}
            onClick={() => onDelete(selected)}
          >
            {t('deleteSelected')}
          </Button>
        )}
        <CloseButton label={t('clearSelection')} onClick={selection.clear} />
      </div>
    </section>
  );
}
