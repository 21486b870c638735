import type { FILE_SHARE_SORTS, TEXT_SHARE_SORTS } from '@satchel/api-client/contract/limits';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/data-list/column.ts';
import type { ManagedShare } from './managed-share.ts';
import { ShareBadges } from './share-badges.tsx';
import { ShareTitle } from './share-title.tsx';
import { TimeCell } from './time-cell.tsx';

type TextSort = (typeof TEXT_SHARE_SORTS)[number];
type FileSort = (typeof FILE_SHARE_SORTS)[number];

/**
 * Columns of the lists of shares.
 *
 * @param titleSort sort key of the first column, if it can be sorted
 */
export function useShareColumns<Sort extends TextSort | FileSort>(
  titleSort: Sort | undefined,
): readonly Column<ManagedShare, Sort | TextSort>[] {
  const { t } = useTranslation(['share-lists', 'share-views']);
  return [
    {
      id: 'share',
      header: t('columns.share'),
      ...(titleSort && { sort: titleSort }),
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
      sort: 'expires',
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
      sort: 'views',
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
      sort: 'size',
      firstOrder: 'desc',
      isNumeric: true,
      hiddenBelow: 'xl',
      className: 'whitespace-nowrap',
      cell: (share) => share.size,
    },
    {
      id: 'created',
      header: t('columns.created'),
      sort: 'created',
      firstOrder: 'desc',
      hiddenBelow: 'md',
      className: 'whitespace-nowrap',
      cell: (share) => <TimeCell time={share.createdAt} />,
    },
    {
      id: 'updated',
      header: t('columns.updated'),
      sort: 'updated',
      firstOrder: 'desc',
      isHiddenByDefault: true,
      className: 'whitespace-nowrap',
      cell: (share) => <TimeCell time={share.updatedAt} />,
    },
    {
      id: 'slug',
      header: t('columns.slug'),
      sort: 'slug',
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
