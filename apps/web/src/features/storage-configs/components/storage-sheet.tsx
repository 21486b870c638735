import { EditSheet } from '#shared/panel/edit-sheet.tsx';
import type { StorageConfigRow } from '#shared/storage-configs/storage-config-queries.ts';
import { useCreateStorageConfig, useUpdateStorageConfig } from '../mutations.ts';
import { NEW_STORAGE, optionsOf, problemsOf } from '../storage-options.ts';
import { StorageFields } from './storage-fields.tsx';

export interface StorageSheetProps {
  /** Undefined for a new storage. */
  row: StorageConfigRow | undefined;
  onCreated: (id: string) => void;
  onClose: () => void;
}

export function StorageSheet({ row, onCreated, onClose }: StorageSheetProps) {
  const create = useCreateStorageConfig();
  const update = useUpdateStorageConfig();
  return (
    <EditSheet
      texts="storage-configs"
      row={row}
      initial={row ? optionsOf(row) : NEW_STORAGE}
      problemsOf={(options) => problemsOf(options, row !== undefined)}
      onCreate={create.mutateAsync}
      onUpdate={({ id, is_embedded }, options) =>
        update.mutateAsync({ id, isEmbedded: is_embedded === 1, options })
      }
      onCreated={({ id }) => onCreated(id)}
      onClose={onClose}
    >
      {(form) => <StorageFields form={form} row={row} />}
    </EditSheet>
  );
}
