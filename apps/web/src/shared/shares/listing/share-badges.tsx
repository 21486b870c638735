import { Badge } from '@satchel/ui/feedback/badge';
import { CircleCheck, EyeOff, Hourglass, Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#shared/environment/server-clock.ts';
import type { ManagedShare } from './managed-share.ts';

/** Badges that show whether a share can be opened, and by whom. */
export function ShareBadges({ share }: { share: ManagedShare }) {
  const { t } = useTranslation(['share-lists', 'share-views']);
  const isExpired = share.expiresAt !== null && Date.parse(share.expiresAt) <= serverNow();
  const isUsedUp = share.maxViews !== null && share.maxViews > 0 && share.views >= share.maxViews;
  return (
    <div className="flex items-center gap-1">
      {isExpired ? (
        <Badge icon={<Hourglass />} tone="danger">
          {t('share-views:details.expired')}
        </Badge>
      ) : isUsedUp ? (
        <Badge icon={<EyeOff />} tone="warning">
          {t('states.used_up')}
        </Badge>
      ) : (
        share.badge || (
          <Badge icon={<CircleCheck />} tone="success">
            {t('states.active')}
          </Badge>
        )
      )}
      {share.hasPassword && (
        <span title={t('share-views:details.protected')}>
          <Badge icon={<Lock />} tone="accent">
            <span className="sr-only">{t('share-views:details.protected')}</span>
          </Badge>
        </span>
      )}
    </div>
  );
}
