import { Button } from '@satchel/ui/actions/button';
import { Badge } from '@satchel/ui/feedback/badge';
import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { Card } from '@satchel/ui/layout/card';
import { Fact, FactList } from '@satchel/ui/lists/fact-list';
import { Activity, type LucideIcon, Pencil, Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CapacityBar } from '#shared/capacity/capacity-bar.tsx';
import { resultToasts } from '#shared/errors/result-toasts.ts';
import { RowMenu } from '#shared/panel/row-menu.tsx';
import type { RowActions } from '#shared/panel/rows-page.tsx';
import type { StorageConfigRow } from '#shared/storage-configs/storage-config-queries.ts';
import { useLastTest, useSetDefaultStorageConfig } from '../mutations.ts';

export interface StorageCardProps extends RowActions<StorageConfigRow> {
  row: StorageConfigRow;
  /** Undefined until the server has counted it. */
  usage: { usedStorage: number; fileCount: number; totalStorage: number | null } | undefined;
  onTest: (row: StorageConfigRow) => void;
}

export function StorageCard({ row, usage, onEdit, onTest, onDelete }: StorageCardProps) {
  const { t } = useTranslation(['storage-configs', 'shell']);
  return (
    <Card className="flex h-full flex-col gap-4 p-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="text-heading wrap-anywhere">{row.name}</h2>
          {row.is_embedded === 0 && (
            <p className="text-meta text-ink-muted wrap-anywhere">{row.provider_type}</p>
          )}
        </div>
        <CardMenu row={row} onEdit={onEdit} onDelete={onDelete} />
      </div>
      <Marks row={row} />
      <FactList className="text-meta [&_dd]:font-mono">
        <Fact term={t('fields.bucket')}>{row.bucket_name}</Fact>
        <Fact term={t('fields.endpoint')}>{row.is_embedded === 0 && row.endpoint_url}</Fact>
      </FactList>
      <div className="mt-auto flex flex-col gap-4">
        {usage ? (
          <CapacityBar
            name={row.name}
            usedBytes={usage.usedStorage}
            limitBytes={usage.totalStorage}
            fileCount={usage.fileCount}
          />
        ) : (
          <Skeleton className="h-7" />
        )}
        <div className="flex flex-wrap gap-2">
          <CardButton Icon={Activity} label={t('testOf', row)} onClick={() => onTest(row)}>
            {t('test.action')}
          </CardButton>
          <CardButton Icon={Pencil} label={t('editOf', row)} onClick={() => onEdit(row)}>
            {t('shell:actions.edit')}
          </CardButton>
        </div>
      </div>
    </Card>
  );
}

interface CardButtonProps {
  Icon: LucideIcon;
  /** Name for screen readers, which tells the buttons of several cards apart. */
  label: string;
  onClick: () => void;
  children: string;
}

function CardButton({ Icon, label, ...props }: CardButtonProps) {
  return <Button size="small" icon={<Icon />} aria-label={label} {...props} />;
}

function Marks({ row }: { row: StorageConfigRow }) {
  const { t } = useTranslation('storage-configs');
  const hasPassed = useLastTest(row.id);
  return (
    <div className="flex flex-wrap gap-1.5">
      {hasPassed === false && <Badge tone="danger">{t('marks.failed')}</Badge>}
      {row.is_default === 1 && <Badge tone="accent">{t('marks.default')}</Badge>}
      {row.is_public === 1 ? (
        <Badge>{t('marks.public')}</Badge>
      ) : (
        <Badge tone="warning">{t('marks.private')}</Badge>
      )}
      {row.is_embedded === 1 && <Badge>{t('marks.embedded')}</Badge>}
    </div>
  );
}

function CardMenu({ row, onEdit, onDelete }: Omit<StorageCardProps, 'usage' | 'onTest'>) {
  const { t } = useTranslation('storage-configs');
  const setDefault = useSetDefaultStorageConfig();
  const makeDefault = () =>
    setDefault.mutate(row.id, resultToasts(t('madeDefault', { name: row.name })));
  return (
    <RowMenu
      label={t('actionsOf', { name: row.name })}
      items={[
        {
          key: 'default',
          label: t('makeDefault'),
          icon: <Star />,
          isDisabled: row.is_default === 1,
          onSelect: makeDefault,
        },
      ]}
      canDelete={row.is_embedded === 0}
      onEdit={() => onEdit(row)}
      onDelete={() => onDelete(row)}
    />
  );
}
