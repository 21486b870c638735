import { Card } from '@satchel/ui/card';
import { Checkbox } from '@satchel/ui/checkbox';
import { HeadCell, Table } from '@satchel/ui/table';
import { useTranslation } from 'react-i18next';
import type { ManagedShare } from './managed-share.ts';
import type { RowActionHandlers } from './row-actions.tsx';
import { ShareRow } from './share-row.tsx';
import type { Selection } from './use-selection.ts';

export interface ShareTableProps {
  caption: string;
  shares: readonly ManagedShare[];
  selection: Selection;
  actions: RowActionHandlers;
}

export function ShareTable({ caption, shares, selection, actions }: ShareTableProps) {
  const { t } = useTranslation('share-lists');
  return (
    <Card>
      <Table
        caption={caption}
        head={
          <>
            <HeadCell className="w-10 pr-0">
              <Checkbox
                label={t('selectAll')}
                isLabelHidden
                checked={selection.isAll}
                isIndeterminate={selection.ids.size > 0 && !selection.isAll}
                onChange={selection.toggleAll}
              />
            </HeadCell>
            <HeadCell className="w-full lg:w-1/2">{t('columns.share')}</HeadCell>
            <HeadCell className="max-lg:hidden">{t('columns.state')}</HeadCell>
            <HeadCell className="max-sm:hidden">{t('columns.views')}</HeadCell>
            <HeadCell className="max-md:hidden">{t('columns.created')}</HeadCell>
            <HeadCell className="max-xl:hidden">{t('columns.creator')}</HeadCell>
            <HeadCell className="w-px">
              <span className="sr-only">{t('columns.actions')}</span>
            </HeadCell>
          </>
        }
      >
        {shares.map((share) => (
          <ShareRow
            key={share.id}
            share={share}
            isSelected={selection.ids.has(share.id)}
            onToggle={() => selection.toggle(share.id)}
            actions={actions}
          />
        ))}
      </Table>
    </Card>
  );
}
