import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { dashboardStatsOptions } from '#shared/dashboard/dashboard-queries.ts';
import { type RowActions, RowsPage } from '#shared/panel/rows-page.tsx';
import { useSheet } from '#shared/panel/sheets/use-sheet.ts';
import {
  type StorageConfigRow,
  storageConfigListOptions,
} from '#shared/storage-configs/storage-config-queries.ts';
import { useDeleteStorageConfig } from '../mutations.ts';
import { StorageCard } from './storage-card.tsx';
import { StorageSheet } from './storage-sheet.tsx';
import { StorageTestSheet } from './storage-test-sheet.tsx';

export function StorageConfigPage() {
  const { t } = useTranslation('storage-configs');
  const sheet = useSheet();
  const configs = useQuery(storageConfigListOptions());
  const tested = configs.data?.find(({ id }) => id === sheet.search.test);
  return (
    <RowsPage
      texts="storage-configs"
      query={configs}
      list={(rows, actions) => (
        <Cards rows={rows} onTest={({ id }) => sheet.open({ test: id })} {...actions} />
      )}
      editSheet={(row) => (
        <StorageSheet
          row={row}
          onTest={(id) => sheet.replace({ test: id })}
          onClose={sheet.close}
        />
      )}
      deletion={useDeleteStorageConfig()}
      deletionHint={(row) => t('delete.description', { bucket: row.bucket_name })}
    >
      {tested && <StorageTestSheet key={tested.id} row={tested} onClose={sheet.close} />}
    </RowsPage>
  );
}

interface CardsProps extends RowActions<StorageConfigRow> {
  rows: readonly StorageConfigRow[];
  onTest: (row: StorageConfigRow) => void;
}

function Cards({ rows, ...actions }: CardsProps) {
  const { t } = useTranslation('storage-configs');
  const stats = useQuery(dashboardStatsOptions());
  return (
    <ul
      aria-label={t('caption')}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] gap-4"
    >
      {rows.map((row) => (
        <li key={row.id} className="min-w-0">
          <StorageCard
            row={row}
            usage={stats.data?.s3Buckets.find(({ id }) => id === row.id)}
            {...actions}
          />
        </li>
      ))}
    </ul>
  );
}
