import { formatBytes } from '@satchel/api-client/format-bytes';
import { StatTile } from '@satchel/ui/figures/stat-tile';
import { Link } from '@tanstack/react-router';
import { Files, FileText, HardDrive, KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#shared/format/format-number.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import type { DashboardStats } from './week.tsx';

/** Enlarges the touch area of links without enlarging the tile. */
const LINK_CLASS =
  'inline-block font-medium text-accent underline-offset-2 hover:underline pointer-coarse:-my-3 pointer-coarse:py-3';

const LISTS = [
  { name: 'texts', icon: <FileText />, to: '/admin/text-management', figure: 'totalPastes' },
  { name: 'files', icon: <Files />, to: '/admin/file-management', figure: 'totalFiles' },
  { name: 'keys', icon: <KeyRound />, to: '/admin/key-management', figure: 'totalApiKeys' },
] as const;

/** Figures of the instance, each with a link to its page. */
export function Figures({ stats }: { stats: DashboardStats }) {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-4">
      {LISTS.map(({ name, icon, to, figure }) => (
        <StatTile
          key={name}
          label={t(name)}
          icon={icon}
          value={number(stats[figure])}
          detail={
            <Link to={to} className={LINK_CLASS}>
              {t(`show.${name}`)}
            </Link>
          }
        />
      ))}
      <StatTile
        label={t('storageUsed')}
        icon={<HardDrive />}
        value={formatBytes(stats.totalStorageUsed)}
        detail={t('inStorages', {
          count: stats.totalS3Configs,
          number: number(stats.totalS3Configs),
        })}
      />
    </div>
  );
}
