import { showToast } from '@satchel/ui/feedback/toast-store';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { MountRow } from '#shared/mounts/mount-queries.ts';
import { EditSheet, type RowProps } from '#shared/panel/sheets/edit-sheet.tsx';
import type { StorageConfigRow } from '#shared/storage-configs/storage-config-queries.ts';
import { type MountOptions, NEW_MOUNT, optionsOf, problemsOf, withPath } from '../mount-options.ts';
import { useCreateMount, useUpdateMount } from '../mutations.ts';
import { MountFields } from './mount-fields.tsx';

export interface MountSheetProps extends RowProps<MountRow> {
  mounts: readonly MountRow[];
  storages: readonly StorageConfigRow[];
}

export function MountSheet({ row, mounts, storages, onClose }: MountSheetProps) {
  const { t } = useTranslation('mounts');
  const navigate = useNavigate();
  const create = useCreateMount();
  const update = useUpdateMount();
  const storageId = storages.find(({ is_default }) => is_default === 1)?.id ?? '';
  // Appends the new mount to the list.
  const sortOrder = Math.max(-1, ...mounts.map(({ sort_order }) => sort_order)) + 1;
  const others = mounts.filter(({ id }) => id !== row?.id);
  const complete = (options: MountOptions) =>
    withPath(
      options,
      others.map(({ mount_path }) => mount_path),
    );
  return (
    <EditSheet
      texts="mounts"
      row={row}
      initial={row ? optionsOf(row) : { ...NEW_MOUNT, storageId }}
      problemsOf={(options) => problemsOf(complete(options))}
      onCreate={(options) => create.mutateAsync({ options: complete(options), sortOrder })}
      onUpdate={({ id }, options) => update.mutateAsync({ id, options: complete(options) })}
      onCreated={({ name, mount_path: path }) => {
        showToast('success', t('created', { name }));
        void navigate({ to: '/mount-explorer/$', params: { _splat: path.slice(1) } });
      }}
      onClose={onClose}
    >
      {(form) => (
        <MountFields
          form={form}
          storages={storages}
          derivedPath={
            form.values.name.trim() === '' ? undefined : complete({ ...form.values, path: '' }).path
          }
        />
      )}
    </EditSheet>
  );
}
