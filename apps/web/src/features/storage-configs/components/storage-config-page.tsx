import { Button } from '@satchel/ui/actions/button';
import { EmptyState } from '@satchel/ui/feedback/empty-state';
import { useQuery } from '@tanstack/react-query';
import { Database, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dashboardStatsOptions } from '#shared/dashboard/dashboard-queries.ts';
import { PanelPage } from '#shared/panel/panel-page.tsx';
import { QueryContent } from '#shared/panel/query-content.tsx';
import { useSheet } from '#shared/panel/use-sheet.ts';
import {
  type StorageConfigRow,
  storageConfigListOptions,
} from '#shared/storage-configs/storage-config-queries.ts';
import { DeleteStorageDialog } from './delete-storage-dialog.tsx';
import { StorageCard } from './storage-card.tsx';
import { StorageSheet } from './storage-sheet.tsx';
import { StorageTestSheet } from './storage-test-sheet.tsx';

export function StorageConfigPage() {
  const { t } = useTranslation('storage-configs');
  const sheet = useSheet();
  const configs = useQuery(storageConfigListOptions());
  const [deleting, setDeleting] = useState<StorageConfigRow | null>(null);
  const find = (id: string | undefined) => configs.data?.find((config) => config.id === id);
  const tested = find(sheet.search.test);
  const add = (
    <Button
      variant="primary"
      icon={<Plus className="size-4" />}
      onClick={() => sheet.open({ edit: 'new' })}
    >
      {t('add')}
    </Button>
  );
  return (
    <PanelPage page="storage-config" description={t('description')} actions={add}>
      <QueryContent query={configs} failure={t('loadFailed')}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              icon={<Database />}
              title={t('empty')}
              description={t('emptyHint')}
              action={add}
            />
          ) : (
            <Cards
              rows={rows}
              onEdit={({ id }) => sheet.open({ edit: id })}
              onTest={({ id }) => sheet.open({ test: id })}
              onDelete={setDeleting}
            />
          )
        }
      </QueryContent>
      <StorageSheet
        edited={sheet.search.edit}
        row={find(sheet.search.edit)}
        // A new storage is tested at once.
        onCreated={(id) => sheet.replace({ test: id })}
        onClose={sheet.close}
      />
      {tested && <StorageTestSheet key={tested.id} row={tested} onClose={sheet.close} />}
      {deleting && <DeleteStorageDialog row={deleting} onClose={() => setDeleting(null)} />}
    </PanelPage>
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
