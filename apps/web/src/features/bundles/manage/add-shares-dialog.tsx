import { Button } from '@satchel/ui/actions/button';
import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { Checkbox } from '@satchel/ui/forms/checkbox';
import { TextField } from '@satchel/ui/forms/text-field';
import { Dialog } from '@satchel/ui/overlays/dialog';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchWords } from '#shared/command-palette/use-search-words.ts';
import { formatBytes } from '#shared/format/format-bytes.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { QueryContent } from '#shared/panel/query-content.tsx';
import { addableSharesOptions } from '../queries.ts';
import { useAddedItems } from './use-added-items.ts';

export interface AddSharesDialogProps {
  /** Id of the bundle. */
  id: string;
  onClose: () => void;
}

/** Lets the owner add own file shares to a bundle. Their own links stay. */
export function AddSharesDialog({ id, onClose }: AddSharesDialogProps) {
  const { t } = useTranslation(['bundles', 'shell', 'data-lists']);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const shares = useQuery(addableSharesOptions(useSearchWords(typed)));
  const add = useAddedItems(id);

  function toggle(share: string): void {
    const next = new Set(chosen);
    if (!next.delete(share)) next.add(share);
    setChosen(next);
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="medium"
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
      <TextField
        type="search"
        label={t('data-lists:search')}
        isLabelHidden
        icon={<Search />}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="mt-3 h-72 overflow-y-auto rounded-md border border-line">
        <QueryContent
          query={shares}
          failure={t('items.loadFailed')}
          placeholder={<Skeleton className="h-full" />}
        >
          {(rows) =>
            rows.length === 0 ? (
              <p className="p-4 text-sm text-ink-muted">{t('items.noShares')}</p>
            ) : (
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
            )
          }
        </QueryContent>
      </div>
    </Dialog>
  );
}
