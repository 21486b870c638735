import { Button, buttonClassName } from '@satchel/ui/actions/button';
import { EmptyState } from '@satchel/ui/feedback/empty-state';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarX2, FileText, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListState } from '#shared/data-list/use-list-state.ts';
import { formatBytes } from '#shared/format/format-bytes.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { usePrincipal } from '#shared/session/use-session.ts';
import type { ManagedShare } from '#shared/shares/listing/managed-share.ts';
import { useShareColumns } from '#shared/shares/listing/share-columns.tsx';
import { ShareList } from '#shared/shares/listing/share-list.tsx';
import { textShareUrl } from '#shared/shares/share-address.ts';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import { textShareDeletions } from '../deletions.ts';
import { fetchAllTextShares, type TextShareRow, textShareListOptions } from '../queries.ts';
import { textShareListSearch } from '../text-share-list-search.ts';
import { ClearExpiredDialog } from './clear-expired-dialog.tsx';

const EditTextShareSheet = lazyPart(() =>
  import('./edit-text-share-sheet.tsx').then((module) => module.EditTextShareSheet),
);

export function TextManagementPage() {
  const { t } = useTranslation(['text-shares', 'share-lists']);
  usePageTitle(t('manage.pageTitle'));
  const isAdmin = usePrincipal().kind === 'admin';
  const [isClearing, setIsClearing] = useState(false);
  const list = useListState(textShareListSearch);
  const shares = useQuery(textShareListOptions(list));
  const columns = useShareColumns<never>(undefined);
  const create = (
    <Link to="/" className={buttonClassName('primary')}>
      <Plus aria-hidden="true" className="size-4" />
      {t('manage.new')}
    </Link>
  );

  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-title">{t('manage.title')}</h1>
      <ShareList
        name="text-shares"
        caption={t('manage.caption')}
        searchHint={t('manage.searchHint')}
        list={list}
        page={{
          ...shares,
          rows: shares.data?.data?.map(managedShareOf),
          total: shares.data?.pagination.total ?? 0,
        }}
        columns={columns}
        allShares={async (signal) => (await fetchAllTextShares(list, signal)).map(managedShareOf)}
        deletions={textShareDeletions}
        actions={
          <>
            {isAdmin && (
              <Button icon={<CalendarX2 className="size-4" />} onClick={() => setIsClearing(true)}>
                {t('share-lists:clearExpired')}
              </Button>
            )}
            {create}
          </>
        }
        empty={
          <EmptyState
            icon={<FileText />}
            title={t('manage.empty')}
            description={t('manage.emptyHint')}
            action={create}
          />
        }
      />
      {list.edit !== undefined && (
        <EditTextShareSheet
          key={list.edit}
          id={list.edit}
          onClose={() => list.setEdit(undefined)}
        />
      )}
      {isClearing && <ClearExpiredDialog onClose={() => setIsClearing(false)} />}
    </div>
  );
}

function managedShareOf(row: TextShareRow): ManagedShare {
  return {
    id: row.id,
    slug: row.slug,
    url: textShareUrl(row.slug),
    path: `/paste/${row.slug}`,
    title: row.remark || row.slug,
    detail: row.remark ? `${row.slug} · ${row.content_preview}` : row.content_preview,
    note: row.note,
    icon: <FileText />,
    hasPassword: row.has_password === 1,
    expiresAt: row.expires_at,
    views: row.views,
    maxViews: row.max_views,
    size: formatBytes(row.content_length),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    keyName: row.key_name,
    isInPlace: false,
  };
}
