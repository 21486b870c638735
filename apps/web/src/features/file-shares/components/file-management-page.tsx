import { buttonClassName } from '@satchel/ui/button';
import { EmptyState } from '@satchel/ui/empty-state';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Files, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#shared/format/format-bytes.ts';
import { plainName } from '#shared/format/plain-name.ts';
import type { ListSearch } from '#shared/shares/management/list-search.ts';
import type { ManagedShare } from '#shared/shares/management/managed-share.ts';
import { ShareManager } from '#shared/shares/management/share-manager.tsx';
import { useListControls } from '#shared/shares/management/use-list-controls.ts';
import { fileShareUrl } from '#shared/shares/share-address.ts';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import { useDeleteFileShares } from '../mutations.ts';
import { type FileShareRow, fileShareListOptions } from '../queries.ts';
import { EditFileShareDialog } from './edit-file-share-dialog.tsx';
import { FileTypeIcon } from './file-type-icon.tsx';

export interface FileManagementPageProps {
  search: ListSearch;
  onSearch: (search: ListSearch) => void;
}

export function FileManagementPage({ search, onSearch }: FileManagementPageProps) {
  const { t } = useTranslation('file-shares');
  usePageTitle(t('manage.pageTitle'));
  const controls = useListControls(search, onSearch);
  const list = useQuery(fileShareListOptions(controls));
  const remove = useDeleteFileShares();
  const [edited, setEdited] = useState<ManagedShare | null>(null);
  const page = list.data?.data;

  return (
    <>
      <ShareManager
        title={t('manage.title')}
        caption={t('manage.caption')}
        searchHint={t('manage.searchHint')}
        controls={controls}
        shares={page?.files.map(managedShareOf)}
        total={page?.pagination.total ?? 0}
        error={list.error}
        isRefreshing={list.isFetching}
        isDeleting={remove.isPending}
        onRefresh={() => void list.refetch()}
        onEdit={setEdited}
        onDelete={(ids) => remove.mutateAsync(ids)}
        actions={
          <Link to="/upload" className={buttonClassName('primary')}>
            <Upload aria-hidden="true" className="size-4" />
            {t('manage.new')}
          </Link>
        }
        empty={
          <EmptyState
            icon={<Files />}
            title={t('manage.empty')}
            description={t('manage.emptyHint')}
          />
        }
      />
      {edited && <EditFileShareDialog id={edited.id} onClose={() => setEdited(null)} />}
    </>
  );
}

function managedShareOf(row: FileShareRow): ManagedShare {
  const detail = [formatBytes(row.size), row.slug, row.remark].filter(Boolean).join(' · ');
  return {
    id: row.id,
    slug: row.slug,
    url: fileShareUrl(row.slug),
    path: `/file/${row.slug}`,
    title: plainName(row.filename),
    detail,
    icon: <FileTypeIcon mimeType={row.mimetype} />,
    hasPassword: row.has_password,
    expiresAt: row.expires_at,
    views: row.views,
    maxViews: row.max_views,
    createdAt: row.created_at,
    keyName: row.key_name,
  };
}
