import { Chart } from '@satchel/ui/figures/chart';
import { useTranslation } from 'react-i18next';
import type { client } from '#shared/api/client.ts';
import { serverNow } from '#shared/environment/server-clock.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { lastDays } from '../week.ts';
import { PanelCard } from './panel-card.tsx';

export type DashboardStats = Awaited<ReturnType<typeof client.dashboard.stats>>;

/** Chart of the new texts and files of the last seven days. */
export function Week({ stats }: { stats: DashboardStats }) {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const { lastWeekPastes: texts, lastWeekFiles: files } = stats;
  return (
    <PanelCard title={t('week')}>
      <Chart
        label={t('week')}
        kind="bar"
        pointLabel={t('day')}
        points={lastDays(texts.length, serverNow(), language)}
        series={[
          { key: 'texts', label: t('texts'), values: texts },
          { key: 'files', label: t('files'), values: files },
        ]}
        formatValue={(value) => formatNumber(value, language)}
      />
    </PanelCard>
  );
}
