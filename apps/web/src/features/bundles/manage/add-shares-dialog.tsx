import { formatBytes } from '@satchel/api-client/format-bytes';
import { Button } from '@satchel/ui/actions/button';
import { Checkbox } from '@satchel/ui/forms/checkbox';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plainName } from '#shared/format/plain-name.ts';
import { SearchDialog } from '#shared/panel/sheets/search-dialog.tsx';
import { addableSharesOptions } from './queries.ts';
import { useAddedItems } from './use-added-items.ts';

export interface AddSharesDialogProps {
  /** Id of the bundle. */
  id: string;
  onClose: () => void;
}

/** Lets the owner add own file shares to a bundle. Their own links stay. */
export function AddSharesDialog({ id, onClose }: AddSharesDialogProps) {
  const { t } = useTranslation(['bundles', 'shell']);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const add = useAddedItems(id);

  function toggle(share: string): void {
    const next = new Set(chosen);
    if (!next.delete(share)) next.add(share);
    setChosen(next);
  }

  return (
    <SearchDialog
      onClose={onClose}
      rowsOptions={addableSharesOptions}
      failure={t('items.loadFailed')}
      empty={t('items.noShares')}
      title={t('items.addShares')}
      description={t('items.addSharesHint')}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:actions.cancel')}</Button>
          <Button
            variant="primary"
            disabled={chosen.size === 0}
            isBusy={add.isPending}
            onClick={() => add.mutate({ file_ids: [...chosen] }, onClose)}
          >
            {t('items.addChosen', { count: chosen.size })}
          </Button>
        </>
      }
    >
      {(rows) => (
        <ul aria-label={t('items.shares')}>
          {rows.map((row) => (
            <li
              key={row.id}
              className="flex items-center gap-3 border-t border-line px-3 py-1 first:border-0"
            >
              <Checkbox
                className="min-w-0 flex-1 [&>span]:truncate"
                label={plainName(row.filename)}
                checked={chosen.has(row.id)}
                onChange={() => toggle(row.id)}
              />
              <span className="text-xs whitespace-nowrap text-ink-muted">
                {formatBytes(row.size)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </SearchDialog>
  );
}
