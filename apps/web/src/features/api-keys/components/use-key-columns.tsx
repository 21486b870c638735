import { Badge } from '@satchel/ui/feedback/badge';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/data-list/rows/column.ts';
import { TwoLines } from '#shared/data-list/rows/two-lines.tsx';
import { serverNow } from '#shared/environment/server-clock.ts';
import { formatDateTime, formatRelativeTime } from '#shared/format/format-time.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import type { KeySort } from '../key-list-search.ts';
import { hasFlag, isForEver, PERMISSION_GROUPS, type PermissionGroup } from '../key-options.ts';
import type { ApiKeyRow } from '../queries.ts';

const GROUPS = Object.keys(PERMISSION_GROUPS) as PermissionGroup[];

export function useKeyColumns(): readonly Column<ApiKeyRow, KeySort>[] {
  const { t } = useTranslation('api-keys');
  const language = useLanguage();
  return [
    {
      id: 'name',
      header: t('columns.name'),
      sort: 'name',
      firstOrder: 'asc',
      className: 'w-2/5',
      cell: (key) => <KeyName row={key} />,
    },
    {
      id: 'permissions',
      header: t('columns.permissions'),
      className: 'w-1/4',
      cell: (key) => <PermissionSummary bits={key.permissions} />,
    },
    {
      id: 'basePath',
      header: t('columns.basePath'),
      hiddenBelow: 'lg',
      cell: (key) => (
        <code className="inline-block min-w-32 font-mono text-meta wrap-anywhere">
          {key.basic_path}
        </code>
      ),
    },
    {
      id: 'used',
      header: t('columns.lastUsed'),
      className: 'whitespace-nowrap',
      sort: 'used',
      hiddenBelow: 'md',
      cell: (key) =>
        key.last_used ? (
          <time dateTime={key.last_used} title={formatDateTime(key.last_used, language)}>
            {formatRelativeTime(key.last_used, serverNow(), language)}
          </time>
        ) : (
          <span className="text-ink-faint">{t('neverUsed')}</span>
        ),
    },
    {
      id: 'expires',
      header: t('columns.expires'),
      className: 'whitespace-nowrap',
      sort: 'expires',
      firstOrder: 'asc',
      cell: (key) => <Expiry row={key} />,
    },
    {
      id: 'created',
      header: t('columns.created'),
      sort: 'created',
      isHiddenByDefault: true,
      cell: (key) => formatDateTime(key.created_at, language),
    },
  ];
}

function KeyName({ row }: { row: ApiKeyRow }) {
  const { t } = useTranslation('api-keys');
  return (
    <TwoLines below={<code className="font-mono">{row.key_masked}</code>}>
      <span className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
        {row.name}
        {row.is_guest === 1 && <Badge>{t('guest')}</Badge>}
      </span>
    </TwoLines>
  );
}

/** Lists the key's groups of permissions, with the number of permissions in incomplete groups. */
function PermissionSummary({ bits }: { bits: number }) {
  const { t } = useTranslation('api-keys');
  const groups = GROUPS.map((group) => {
    const names = PERMISSION_GROUPS[group];
    return { group, names, held: names.filter((name) => hasFlag(bits, name)) };
  }).filter(({ held }) => held.length > 0);
  if (groups.length === 0) return <span className="text-ink-faint">{t('noPermission')}</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {groups.map(({ group, names, held }) => {
        const isWhole = held.length === names.length;
        const words = held.map((name) => t(`permissions.${name}`)).join(', ');
        const label =
          group === 'shares' && !isWhole
            ? words
            : isWhole
              ? t(`groups.${group}`)
              : t('groupInPart', {
                  group: t(`groups.${group}`),
                  held: held.length,
                  all: names.length,
                });
        return (
          <span key={group} title={words}>
            <Badge tone="accent">{label}</Badge>
          </span>
        );
      })}
    </span>
  );
}

function Expiry({ row }: { row: ApiKeyRow }) {
  const { t } = useTranslation('api-keys');
  const language = useLanguage();
  if (isForEver(row.expires_at)) return t('expiry.never');
  const words = (
    <time dateTime={row.expires_at} title={formatDateTime(row.expires_at, language)}>
      {formatRelativeTime(row.expires_at, serverNow(), language)}
    </time>
  );
  return row.is_expired ? <Badge tone="danger">{t('expired')}</Badge> : words;
}
