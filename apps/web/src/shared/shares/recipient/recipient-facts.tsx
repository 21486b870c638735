import { CalendarClock, Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#shared/environment/server-clock.ts';
import { formatDateTime } from '#shared/format/format-time.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { availabilityOf } from './availability.ts';

export interface LinkLimits {
  expires_at: string | null;
  views: number;
  /** Null for unlimited. */
  max_views: number | null;
}

/** Limits of a share that matter to its recipient; nothing for a share without limits. */
export function RecipientFacts({ limits }: { limits: LinkLimits }) {
  const { expires_at: expiresAt, views, max_views: maxViews } = limits;
  const { t } = useTranslation('share-views');
  const language = useLanguage();
  if (expiresAt === null && maxViews === null) return null;
  const availability = expiresAt === null ? null : availabilityOf(expiresAt, serverNow(), language);
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1.5 text-meta text-ink-muted split:flex-col">
      {expiresAt !== null && availability && (
        <li className="flex items-center gap-2" title={formatDateTime(expiresAt, language)}>
          <CalendarClock className="size-4 shrink-0 text-ink-faint" />
          {t(`recipient.until.${availability.kind}`, { when: availability.when })}
        </li>
      )}
      {maxViews !== null && (
        <li className="flex items-center gap-2">
          <Eye className="size-4 shrink-0 text-ink-faint" />
          {t('recipient.viewsLeft', { count: Math.max(0, maxViews - views), max: maxViews })}
        </li>
      )}
    </ul>
  );
}
