import { useQuery } from '@tanstack/react-query';
import { Database } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dashboardStatsOptions } from '#shared/dashboard/dashboard-queries.ts';
import { ConfirmMutation } from '#shared/panel/confirm-mutation.tsx';
import { RowSheet } from '#shared/panel/row-sheet.tsx';
import { RowsPage } from '#shared/panel/rows-page.tsx';
import { useSheet } from '#shared/panel/use-sheet.ts';
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
  const remove = useDeleteStorageConfig();
  const [deleting, setDeleting] = useState<StorageConfigRow | null>(null);
  const tested = configs.data?.find(({ id }) => id === sheet.search.test);
  return (
    <RowsPage
      page="storage-config"
      texts="storage-configs"
      icon={<Database />}
      query={configs}
      onAdd={() => sheet.open({ edit: 'new' })}
      list={(rows) => (
        <Cards
          rows={rows}
          onEdit={({ id }) => sheet.open({ edit: id })}
          onTest={({ id }) => sheet.open({ test: id })}
          onDelete={setDeleting}
        />
      )}
    >
      <RowSheet edited={sheet.search.edit} rows={configs.data}>
        {(row) => (
          <StorageSheet
            row={row}
            // A new storage is tested at once.
            onCreated={(id) => sheet.replace({ test: id })}
            onClose={sheet.close}
          />
        )}
      </RowSheet>
      {tested && <StorageTestSheet key={tested.id} row={tested} onClose={sheet.close} />}
      {deleting && (
        <ConfirmMutation
          mutation={remove}
          input={deleting.id}
          title={t('delete.title', { name: deleting.name })}
          description={t('delete.description', { bucket: deleting.bucket_name })}
          doneText={() => t('delete.done', { name: deleting.name })}
          onClose={() => setDeleting(null)}
        />
      )}
    </RowsPage>
  );
}

interface CardsProps {
  rows: readonly StorageConfigRow[];
  onEdit: (row: StorageConfigRow) => void;
  onTest: (row: StorageConfigRow) => void;
  onDelete: (row: StorageConfigRow) => void;
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
