import { Button, buttonClassName } from '@satchel/ui/button';
import { EmptyState } from '@satchel/ui/empty-state';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarX2, FileText, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrincipal } from '#shared/session/use-session.ts';
import type { ListSearch } from '#shared/shares/management/list-search.ts';
import type { ManagedShare } from '#shared/shares/management/managed-share.ts';
import { ShareManager } from '#shared/shares/management/share-manager.tsx';
import { useListControls } from '#shared/shares/management/use-list-controls.ts';
import { textShareUrl } from '#shared/shares/share-address.ts';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import { useDeleteTextShares } from '../mutations.ts';
import { type TextShareRow, textShareListOptions } from '../queries.ts';
import { ClearExpiredDialog } from './clear-expired-dialog.tsx';
import { EditTextShareDialog } from './edit-text-share-dialog.tsx';

export interface TextManagementPageProps {
  search: ListSearch;
  onSearch: (search: ListSearch) => void;
}

export function TextManagementPage({ search, onSearch }: TextManagementPageProps) {
  const { t } = useTranslation(['text-shares', 'share-lists']);
  usePageTitle(t('manage.pageTitle'));
  const isAdmin = usePrincipal().kind === 'admin';
  const controls = useListControls(search, onSearch);
  const list = useQuery(textShareListOptions(controls));
  const remove = useDeleteTextShares();
  const [edited, setEdited] = useState<ManagedShare | null>(null);
  const [isClearing, setIsClearing] = useState(false);

  return (
    <>
      <ShareManager
        title={t('manage.title')}
        caption={t('manage.caption')}
        searchHint={t('manage.searchHint')}
        controls={controls}
        shares={list.data?.data.map(managedShareOf)}
        total={list.data?.pagination.total ?? 0}
        error={list.error}
        isRefreshing={list.isFetching}
        isDeleting={remove.isPending}
        onRefresh={() => void list.refetch()}
        onEdit={setEdited}
        onDelete={(ids) => remove.mutateAsync(ids)}
        actions={
          <>
            {isAdmin && (
              <Button icon={<CalendarX2 className="size-4" />} onClick={() => setIsClearing(true)}>
                {t('share-lists:clearExpired')}
              </Button>
            )}
            <Link to="/" className={buttonClassName('primary')}>
              <Plus aria-hidden="true" className="size-4" />
              {t('manage.new')}
            </Link>
          </>
        }
        empty={
          <EmptyState
            icon={<FileText />}
            title={t('manage.empty')}
            description={t('manage.emptyHint')}
          />
        }
      />
      {edited && <EditTextShareDialog id={edited.id} onClose={() => setEdited(null)} />}
      {isClearing && <ClearExpiredDialog onClose={() => setIsClearing(false)} />}
    </>
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
    icon: <FileText />,
    hasPassword: row.has_password === 1,
    expiresAt: row.expires_at,
    views: row.views,
    maxViews: row.max_views,
    createdAt: row.created_at,
    keyName: row.key_name,
  };
}
