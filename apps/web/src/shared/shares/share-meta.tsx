import { Badge } from '@satchel/ui/badge';
import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatRelativeTime } from '#shared/format/format-time.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';

export interface ShareMetaProps {
  createdAt: string;
  expiresAt: string | null;
  views: number;
  maxViews: number | null;
  hasPassword: boolean;
}

export function ShareMeta({ createdAt, expiresAt, views, maxViews, hasPassword }: ShareMetaProps) {
  const { t } = useTranslation('share-views');
  const language = useLanguage();
  const nowMs = Date.now();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-muted">
      {hasPassword && (
        <Badge tone="accent" icon={<Lock />}>
          {t('details.protected')}
        </Badge>
      )}
      <span title={formatDateTime(createdAt, language)}>
        {t('details.created', { when: formatRelativeTime(createdAt, nowMs, language) })}
      </span>
      <span title={expiresAt ? formatDateTime(expiresAt, language) : undefined}>
        {expiresAt
          ? t('details.expires', { when: formatRelativeTime(expiresAt, nowMs, language) })
          : t('details.never')}
      </span>
      <span>
        {maxViews
          ? t('details.viewsOf', { count: views, max: maxViews })
          : t('details.views', { count: views })}
      </span>
    </div>
  );
}
