import { buttonClassName } from '@satchel/ui/actions/button';
import { EmptyState } from '@satchel/ui/feedback/empty-state';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Files, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useListState } from '#shared/data-list/use-list-state.ts';
import { FileIcon } from '#shared/file-types/file-icon.tsx';
import { formatBytes } from '#shared/format/format-bytes.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import type { ManagedShare } from '#shared/shares/listing/managed-share.ts';
import { useShareColumns } from '#shared/shares/listing/share-columns.tsx';
import { ShareList } from '#shared/shares/listing/share-list.tsx';
import { fileShareUrl } from '#shared/shares/share-address.ts';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import { fileShareDeletions } from '../deletions.ts';
import { fileShareListSearch } from '../file-share-list-search.ts';
import { type FileShareRow, fetchAllFileShares, fileShareListOptions } from '../queries.ts';

const EditFileShareSheet = lazyPart(() =>
  import('./edit-file-share-sheet.tsx').then((module) => module.EditFileShareSheet),
);

export function FileManagementPage() {
  const { t } = useTranslation(['file-shares', 'share-lists']);
  usePageTitle(t('manage.pageTitle'));
  const list = useListState(fileShareListSearch);
  const shares = useQuery(fileShareListOptions(list));
  const columns = useShareColumns<'name'>('name');
  const create = (
    <Link to="/upload" className={buttonClassName('primary')}>
      <Upload aria-hidden="true" className="size-4" />
      {t('manage.new')}
    </Link>
  );

  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-title">{t('manage.title')}</h1>
      <ShareList
        name="file-shares"
        caption={t('manage.caption')}
        searchHint={t('manage.searchHint')}
        list={list}
        page={{
          ...shares,
          rows: shares.data?.data.files?.map(managedShareOf),
          total: shares.data?.data.pagination.total ?? 0,
        }}
        columns={columns}
        allShares={async (signal) => (await fetchAllFileShares(list, signal)).map(managedShareOf)}
        deletions={fileShareDeletions}
        actions={create}
        empty={
          <EmptyState
            icon={<Files />}
            title={t('manage.empty')}
            description={t('manage.emptyHint')}
            action={create}
          />
        }
      />
      {list.edit !== undefined && (
        <EditFileShareSheet
          key={list.edit}
          id={list.edit}
          onClose={() => list.setEdit(undefined)}
        />
      )}
    </div>
  );
}

function managedShareOf(row: FileShareRow): ManagedShare {
  const detail = [row.slug, row.remark].filter(Boolean).join(' · ');
  return {
    id: row.id,
    slug: row.slug,
    url: fileShareUrl(row.slug),
    path: `/file/${row.slug}`,
    title: plainName(row.filename),
    detail,
    note: row.note,
    icon: <FileIcon name={row.filename} mediaType={row.mimetype} />,
    hasPassword: row.has_password,
    expiresAt: row.expires_at,
    views: row.views,
    maxViews: row.max_views,
    size: formatBytes(row.size),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    keyName: row.key_name,
    isInPlace: row.in_place,
  };
}
