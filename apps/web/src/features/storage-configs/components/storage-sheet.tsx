import { showToast } from '@satchel/ui/feedback/toast-store';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EditSheet } from '#shared/panel/edit-sheet.tsx';
import type { StorageConfigRow } from '#shared/storage-configs/storage-config-queries.ts';
import { useCreateStorageConfig, useUpdateStorageConfig } from '../mutations.ts';
import { NEW_STORAGE, optionsOf, problemsOf, type StorageOptions } from '../storage-options.ts';
import { StorageFields } from './storage-fields.tsx';

export interface StorageSheetProps {
  /** Id of the edited storage, or `new`, from the address. */
  edited: string | undefined;
  row: StorageConfigRow | undefined;
  onCreated: (id: string) => void;
  onClose: () => void;
}

export function StorageSheet({ edited, row, onCreated, onClose }: StorageSheetProps) {
  if (edited === 'new') return <NewStorageSheet onCreated={onCreated} onClose={onClose} />;
  return row ? <EditStorageSheet key={row.id} row={row} onClose={onClose} /> : null;
}

function NewStorageSheet({ onCreated, onClose }: Pick<StorageSheetProps, 'onCreated' | 'onClose'>) {
  const { t } = useTranslation('storage-configs');
  const [options, setOptions] = useState<StorageOptions>(NEW_STORAGE);
  const create = useCreateStorageConfig();
  const problems = problemsOf(options, false);
  return (
    <EditSheet
      title={t('new.title')}
      description={t('new.description')}
      values={options}
      isValid={problems.size === 0}
      submitLabel={t('new.submit')}
      onSave={() => create.mutateAsync(options)}
      onSaved={({ id }) => onCreated(id)}
      onClose={onClose}
    >
      <StorageFields options={options} problems={problems} onChange={setOptions} />
    </EditSheet>
  );
}

function EditStorageSheet({ row, onClose }: { row: StorageConfigRow; onClose: () => void }) {
  const { t } = useTranslation('storage-configs');
  const [options, setOptions] = useState(() => optionsOf(row));
  const update = useUpdateStorageConfig(row.id, row.is_embedded === 1);
  const problems = problemsOf(options, true);
  return (
    <EditSheet
      title={t('edit.title', { name: row.name })}
      values={options}
      isValid={problems.size === 0}
      onSave={() => update.mutateAsync(options).then(() => showToast('success', t('saved')))}
      onClose={onClose}
    >
      <StorageFields options={options} problems={problems} row={row} onChange={setOptions} />
    </EditSheet>
  );
}
