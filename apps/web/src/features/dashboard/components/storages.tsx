import { buttonClassName } from '@satchel/ui/actions/button';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CapacityBar } from '#shared/capacity/capacity-bar.tsx';
import { PanelCard } from './panel-card.tsx';
import type { DashboardStats } from './week.tsx';

/** Type of the storage that comes with the server, as the server names it in any language. */
const EMBEDDED = 'Embedded';

/** Shows the used capacity of each storage. */
export function Storages({ buckets }: { buckets: DashboardStats['s3Buckets'] }) {
  const { t } = useTranslation('dashboard');
  return (
    <PanelCard
      title={t('storages')}
      action={
        <Link to="/admin/storage-config" className={buttonClassName('quiet', 'small')}>
          {t('manage')}
        </Link>
      }
    >
      {buckets.length === 0 ? (
        <p className="text-sm text-ink-muted">{t('noStorages')}</p>
      ) : (
        <ul className="flex max-h-80 flex-col gap-4 overflow-y-auto">
          {buckets.map((bucket) => (
            <li key={bucket.id} className="flex flex-col gap-1">
              <p className="text-sm font-medium wrap-anywhere">
                {bucket.name}
                <span className="font-normal text-ink-muted">
                  {' · '}
                  {bucket.provider_type === EMBEDDED ? t('builtIn') : bucket.provider_type}
                </span>
              </p>
              <CapacityBar
                name={bucket.name}
                usedBytes={bucket.usedStorage}
                limitBytes={bucket.totalStorage}
                fileCount={bucket.fileCount}
              />
            </li>
          ))}
        </ul>
      )}
    </PanelCard>
  );
}
