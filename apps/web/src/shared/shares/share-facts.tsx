import { Chip } from '@satchel/ui/actions/chip';
import { Clock, Eye, Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatRelativeTime } from '#shared/format/format-time.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';

export interface ShareFactsProps {
  createdAt: string;
  expiresAt: string | null;
  views: number;
  maxViews: number | null;
  hasPassword: boolean;
}

/** Shows the expiry, the remaining views and the password protection of a share. */
export function ShareFacts({
  createdAt,
  expiresAt,
  views,
  maxViews,
  hasPassword,
}: ShareFactsProps) {
  const { t } = useTranslation('share-views');
  const language = useLanguage();
  const nowMs = Date.now();
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= nowMs;
  const expiry = expiresAt
    ? t(isOver ? 'details.expired' : 'details.expires', {
        when: formatRelativeTime(expiresAt, nowMs, language),
      })
    : t('details.never');
  return (
    <ul className="flex flex-wrap items-center gap-1.5">
      <li title={expiresAt ? formatDateTime(expiresAt, language) : undefined}>
        <Chip icon={<Clock />} label={expiry} tone={expiresAt ? 'saddle' : 'neutral'} />
      </li>
      <li>
        <Chip
          icon={<Eye />}
          label={
            maxViews
              ? t('details.viewsOf', { count: views, max: maxViews })
              : t('details.views', { count: views })
          }
          tone={maxViews ? 'saddle' : 'neutral'}
        />
      </li>
      {hasPassword && (
        <li>
          <Chip icon={<Lock />} label={t('details.protected')} tone="saddle" />
        </li>
      )}
      <li className="px-1 text-meta text-ink-faint" title={formatDateTime(createdAt, language)}>
        {t('details.created', { when: formatRelativeTime(createdAt, nowMs, language) })}
      </li>
    </ul>
  );
}
