import { Badge } from '@satchel/ui/badge';
import { Checkbox } from '@satchel/ui/checkbox';
import { Cell, Row } from '@satchel/ui/table';
import { Link } from '@tanstack/react-router';
import { Hourglass, Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatRelativeTime } from '#shared/format/format-time.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import type { ManagedShare } from './managed-share.ts';
import { type RowActionHandlers, RowActions } from './row-actions.tsx';

export interface ShareRowProps {
  share: ManagedShare;
  isSelected: boolean;
  onToggle: () => void;
  actions: RowActionHandlers;
}

export function ShareRow({ share, isSelected, onToggle, actions }: ShareRowProps) {
  const { t } = useTranslation('share-lists');
  const language = useLanguage();
  return (
    <Row isSelected={isSelected}>
      <Cell className="w-10 pr-0">
        <Checkbox
          label={t('select', { name: share.title })}
          isLabelHidden
          checked={isSelected}
          onChange={onToggle}
        />
      </Cell>
      <Cell className="max-w-0 min-w-40">
        <div className="flex items-center gap-2.5">
          <span aria-hidden="true" className="text-ink-faint max-sm:hidden [&_svg]:size-4.5">
            {share.icon}
          </span>
          <div className="min-w-0">
            <Link
              to={share.path}
              className="block truncate font-medium text-ink underline-offset-2 hover:underline"
            >
              {share.title}
            </Link>
            <p className="truncate text-xs text-ink-faint">{share.detail}</p>
            <div className="mt-1 lg:hidden">
              <ShareBadges share={share} />
            </div>
          </div>
        </div>
      </Cell>
      <Cell className="max-lg:hidden">
        <ShareBadges share={share} />
      </Cell>
      <Cell className="whitespace-nowrap tabular-nums max-sm:hidden">
        {share.views}
        {share.maxViews !== null && share.maxViews > 0 && (
          <span className="text-ink-faint"> / {share.maxViews}</span>
        )}
      </Cell>
      <Cell className="whitespace-nowrap text-ink-muted max-md:hidden">
        <time dateTime={share.createdAt} title={formatDateTime(share.createdAt, language)}>
          {formatRelativeTime(share.createdAt, Date.now(), language)}
        </time>
      </Cell>
      <Cell className="max-w-40 truncate text-ink-muted max-xl:hidden">
        {share.keyName === null ? t('byAdmin') : t('byKey', { name: share.keyName })}
      </Cell>
      <Cell className="w-px pl-0 text-right">
        <RowActions share={share} handlers={actions} />
      </Cell>
    </Row>
  );
}

function ShareBadges({ share }: { share: ManagedShare }) {
  const { t } = useTranslation(['share-lists', 'share-views']);
  const language = useLanguage();
  const nowMs = Date.now();
  const isExpired = share.expiresAt !== null && Date.parse(share.expiresAt) <= nowMs;
  return (
    <div className="flex flex-wrap gap-1">
      {share.hasPassword && (
        <Badge icon={<Lock />} tone="accent">
          {t('share-views:details.protected')}
        </Badge>
      )}
      {share.expiresAt !== null && (
        <Badge icon={<Hourglass />} tone={isExpired ? 'danger' : 'neutral'}>
          {isExpired
            ? t('share-views:details.expired')
            : formatRelativeTime(share.expiresAt, nowMs, language)}
        </Badge>
      )}
    </div>
  );
}
