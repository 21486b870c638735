import { Button, buttonClassName } from '@satchel/ui/actions/button';
import { EmptyState } from '@satchel/ui/feedback/empty-state';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import type { ManagedShare } from './managed-share.ts';
import { type LinkState, ShareList, type ShareListProps } from './share-list.tsx';

export interface ShareManagementProps<
  Row extends ManagedShare,
  Sort extends string,
  State extends LinkState,
> extends Omit<
    ShareListProps<Row, Sort, State>,
    'name' | 'caption' | 'searchHint' | 'actions' | 'empty'
  > {
  /** Translation namespace of the page, and name of its list. */
  texts: 'text-shares' | 'file-shares' | 'bundles' | 'upload-requests';
  /** Path of the page that creates shares, or a function that opens a form. */
  createAt: '/' | '/upload' | (() => void);
  createIcon: ReactNode;
  /** Shown while there are no shares. */
  icon: ReactNode;
  /** Actions next to the button for a new share. */
  actions?: ReactNode;
  /** Edit sheet of a share. */
  editSheet: (share: { key: string; id: string; onClose: () => void }) => ReactNode;
}

/** Page with all links of one kind. */
export function ShareManagement<
  Row extends ManagedShare,
  Sort extends string,
  State extends LinkState,
>({
  texts,
  createAt,
  createIcon,
  icon,
  actions,
  editSheet,
  ...list
}: ShareManagementProps<Row, Sort, State>) {
  const { t } = useTranslation(texts);
  usePageTitle(t('manage.pageTitle'));
  const { edit, setEdit } = list.list;
  const create =
    typeof createAt === 'function' ? (
      <Button variant="primary" icon={createIcon} onClick={createAt}>
        {t('manage.new')}
      </Button>
    ) : (
      <Link to={createAt} className={buttonClassName('primary')}>
        {createIcon}
        {t('manage.new')}
      </Link>
    );
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-title">{t('manage.title')}</h1>
      <ShareList
        {...list}
        name={texts}
        caption={t('manage.caption')}
        searchHint={t('manage.searchHint')}
        actions={
          <>
            {actions}
            {create}
          </>
        }
        empty={
          <EmptyState
            icon={icon}
            title={t('manage.empty')}
            description={t('manage.emptyHint')}
            action={create}
          />
        }
      />
      {edit !== undefined && editSheet({ key: edit, id: edit, onClose: () => setEdit(undefined) })}
    </div>
  );
}
