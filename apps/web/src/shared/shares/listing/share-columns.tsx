import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/data-list/rows/column.ts';
import type { ManagedShare } from './managed-share.ts';
import { ShareBadges } from './share-badges.tsx';
import { ShareTitle } from './share-title.tsx';
import { TimeCell } from './time-cell.tsx';

/**
 * Columns of the lists of links.
 *
 * @param sorts keys that the server can sort by
 */
export function useShareColumns<Sort extends string>(
  sorts: readonly Sort[],
): readonly Column<ManagedShare, Sort>[] {
  const { t } = useTranslation(['share-lists', 'share-views']);
  const sortBy = (key: string) => {
    const sort = sorts.find((each) => each === key);
    return sort === undefined ? {} : { sort };
  };
  return [
    {
      id: 'share',
      header: t('columns.share'),
      ...sortBy('name'),
      className: 'max-w-0 min-w-48 w-full',
      cell: (share) => <ShareTitle share={share} />,
    },
    {
      id: 'state',
      header: t('columns.state'),
      hiddenBelow: 'md',
      cell: (share) => <ShareBadges share={share} />,
    },
    {
      id: 'expires',
      header: t('columns.expires'),
      ...sortBy('expires'),
      hiddenBelow: 'lg',
      className: 'whitespace-nowrap',
      cell: ({ expiresAt }) =>
        expiresAt === null ? (
          <span className="text-ink-muted">{t('share-views:details.never')}</span>
        ) : (
          <TimeCell time={expiresAt} />
        ),
    },
    {
      id: 'views',
      header: t('columns.views'),
      ...sortBy('views'),
      firstOrder: 'desc',
      isNumeric: true,
      className: 'whitespace-nowrap',
      cell: ({ views, maxViews }) => (
        <>
          {views}
          {maxViews !== null && maxViews > 0 && (
            <span className="text-ink-muted"> / {maxViews}</span>
          )}
        </>
      ),
    },
    {
      id: 'size',
      header: t('columns.size'),
      ...sortBy('size'),
      firstOrder: 'desc',
      isNumeric: true,
      hiddenBelow: 'xl',
      className: 'whitespace-nowrap',
      cell: (share) => share.size,
    },
    {
      id: 'created',
      header: t('columns.created'),
      ...sortBy('created'),
      firstOrder: 'desc',
      hiddenBelow: 'md',
      className: 'whitespace-nowrap',
      cell: (share) => <TimeCell time={share.createdAt} />,
    },
    {
      id: 'updated',
      header: t('columns.updated'),
      ...sortBy('updated'),
      firstOrder: 'desc',
      isHiddenByDefault: true,
      className: 'whitespace-nowrap',
      cell: (share) => <TimeCell time={share.updatedAt} />,
    },
    {
      id: 'slug',
      header: t('columns.slug'),
      ...sortBy('slug'),
      isHiddenByDefault: true,
      className: 'font-mono text-xs',
      cell: (share) => share.slug,
    },
    {
      id: 'creator',
      header: t('columns.creator'),
      isHiddenByDefault: true,
      className: 'max-w-40 truncate text-ink-muted',
      cell: ({ keyName }) => (keyName === null ? t('byAdmin') : t('byKey', { name: keyName })),
    },
  ];
}
