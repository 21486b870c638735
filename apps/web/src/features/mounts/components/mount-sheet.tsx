import { showToast } from '@satchel/ui/feedback/toast-store';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MountRow } from '#shared/mounts/mount-queries.ts';
import { EditSheet } from '#shared/panel/edit-sheet.tsx';
import type { StorageConfigRow } from '#shared/storage-configs/storage-config-queries.ts';
import { type MountOptions, NEW_MOUNT, optionsOf, problemsOf } from '../mount-options.ts';
import { useCreateMount, useUpdateMount } from '../mutations.ts';
import { MountFields } from './mount-fields.tsx';

export interface MountSheetProps {
  /** Id of the edited mount, or `new`, from the address. */
  edited: string | undefined;
  mounts: readonly MountRow[] | undefined;
  storages: readonly StorageConfigRow[] | undefined;
  onClose: () => void;
}

export function MountSheet({ edited, mounts, storages, onClose }: MountSheetProps) {
  if (!mounts || !storages) return null;
  if (edited === 'new') {
    return <NewMountSheet mounts={mounts} storages={storages} onClose={onClose} />;
  }
  const row = mounts.find(({ id }) => id === edited);
  return row ? (
    <EditMountSheet key={row.id} row={row} storages={storages} onClose={onClose} />
  ) : null;
}

interface SheetProps {
  storages: readonly StorageConfigRow[];
  onClose: () => void;
}

function NewMountSheet({
  mounts,
  storages,
  onClose,
}: SheetProps & { mounts: readonly MountRow[] }) {
  const { t } = useTranslation('mounts');
  const storageId = storages.find(({ is_default }) => is_default === 1)?.id ?? '';
  const [options, setOptions] = useState<MountOptions>({ ...NEW_MOUNT, storageId });
  const create = useCreateMount();
  const problems = problemsOf(options);
  // At the end of the list.
  const sortOrder = Math.max(-1, ...mounts.map(({ sort_order }) => sort_order)) + 1;
  return (
    <EditSheet
      title={t('new.title')}
      description={t('new.description')}
      values={options}
      isValid={problems.size === 0}
      submitLabel={t('new.submit')}
      onSave={() =>
        create
          .mutateAsync({ options, sortOrder })
          .then(({ name }) => showToast('success', t('created', { name })))
      }
      onClose={onClose}
    >
      <MountFields
        options={options}
        problems={problems}
        storages={storages}
        onChange={setOptions}
      />
    </EditSheet>
  );
}

function EditMountSheet({ row, storages, onClose }: SheetProps & { row: MountRow }) {
  const { t } = useTranslation('mounts');
  const [options, setOptions] = useState(() => optionsOf(row));
  const update = useUpdateMount(row.id);
  const problems = problemsOf(options);
  return (
    <EditSheet
      title={t('edit.title', { name: row.name })}
      values={options}
      isValid={problems.size === 0}
      onSave={() => update.mutateAsync(options).then(() => showToast('success', t('saved')))}
      onClose={onClose}
    >
      <MountFields
        options={options}
        problems={problems}
        storages={storages}
        onChange={setOptions}
      />
    </EditSheet>
  );
}
