import { SHARE_STATES } from '@satchel/api-client/contract/limits';
import { IconButton } from '@satchel/ui/actions/icon-button';
import { ConfirmDialog } from '@satchel/ui/overlays/confirm-dialog';
import { useSelector } from '@tanstack/react-store';
import { Link2, PenLine, QrCode } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/data-list/column.ts';
import { DataList, type ListPage } from '#shared/data-list/data-list.tsx';
import type { ListState } from '#shared/data-list/use-list-state.ts';
import { canOutliveThePage, type UndoableDeletions } from '#shared/undo/undoable-deletions.ts';
import { scopeOf, withoutPending } from '../share-deletions.ts';
import { copyLinks } from './copy-links.ts';
import type { ManagedShare } from './managed-share.ts';
import { QrDialog } from './qr-dialog.tsx';

type ShareState = (typeof SHARE_STATES)[number];

export interface ShareListProps<Sort extends string> {
  name: string;
  caption: string;
  searchHint: string;
  list: ListState<Sort, ShareState>;
  page: ListPage<ManagedShare>;
  columns: readonly Column<ManagedShare, Sort>[];
  /** Fetches all shares that match the list's filter. */
  allShares: (signal: AbortSignal) => Promise<readonly ManagedShare[]>;
  deletions: UndoableDeletions;
  actions: ReactNode;
  empty: ReactNode;
}

/** List of text shares or file shares, with all their actions. */
export function ShareList<Sort extends string>(props: ShareListProps<Sort>) {
  const { t } = useTranslation(['share-lists', 'shell']);
  const { list } = props;
  const [shown, setShown] = useState<ManagedShare | null>(null);
  const [asked, setAsked] = useState<readonly ManagedShare[] | null>(null);
  const { deletions } = props;
  const pending = useSelector(deletions.pending);
  const scope = scopeOf(list);
  const deletionOf = (shares: readonly ManagedShare[]) => ({
    scope,
    ids: shares.map(({ id }) => id),
  });
  // Sends pending deletions when the page closes, because other pages show totals that have to match.
  useEffect(() => () => void deletions.makeAll(), [deletions]);

  function remove(shares: readonly ManagedShare[]) {
    const deletion = deletionOf(shares);
    if (!canOutliveThePage(deletion.ids)) return setAsked(shares);
    const deleted = t('deleted', { count: shares.length });
    const filesStay = shares.some(({ isInPlace }) => isInPlace);
    deletions.offer(deletion, {
      deleted: filesStay ? `${deleted} ${t('filesStay')}` : deleted,
      undo: t('undo'),
    });
  }

  return (
    <>
      <DataList
        name={props.name}
        caption={props.caption}
        searchHint={props.searchHint}
        list={list}
        page={{ ...props.page, ...withoutPending(props.page, pending, scope) }}
        columns={props.columns}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        states={SHARE_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
        actions={props.actions}
        empty={props.empty}
        allRows={async (signal) => {
          const rows = await props.allShares(signal);
          return withoutPending({ rows, total: rows.length }, pending, scope).rows ?? [];
        }}
        onOpen={({ id }) => list.setEdit(id)}
        onDelete={remove}
        rowButtons={(share) => (
          <>
            <IconButton
              label={t('copyLink')}
              icon={<Link2 />}
              size="small"
              onClick={() => copyLinks([share])}
            />
            <IconButton
              label={t('edit')}
              icon={<PenLine />}
              size="small"
              onClick={() => list.setEdit(share.id)}
            />
          </>
        )}
        rowActions={(share) => [
          {
            key: 'edit',
            label: t('edit'),
            icon: <PenLine />,
            onSelect: () => list.setEdit(share.id),
          },
          {
            key: 'copy',
            label: t('copyLink'),
            icon: <Link2 />,
            onSelect: () => copyLinks([share]),
          },
          { key: 'qr', label: t('showQr'), icon: <QrCode />, onSelect: () => setShown(share) },
        ]}
        batchActions={[
          { key: 'copy', label: t('copyLinks'), icon: <Link2 />, onSelect: copyLinks },
        ]}
      />
      {shown && <QrDialog share={shown} onClose={() => setShown(null)} />}
      {asked && (
        <ConfirmDialog
          isOpen
          isDangerous
          title={t('deleteTitle', { count: asked.length })}
          description={
            asked.some(({ isInPlace }) => isInPlace)
              ? `${t('deleteDescription')} ${t('filesStay')}`
              : t('deleteDescription')
          }
          confirmLabel={t('shell:actions.delete')}
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            deletions.make(deletionOf(asked));
            setAsked(null);
          }}
        />
      )}
    </>
  );
}
