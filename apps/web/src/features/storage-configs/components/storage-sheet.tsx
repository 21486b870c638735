import { EditSheet, type RowProps } from '#shared/panel/sheets/edit-sheet.tsx';
import type { StorageConfigRow } from '#shared/storage-configs/storage-config-queries.ts';
import { useCreateStorageConfig, useUpdateStorageConfig } from '../mutations.ts';
import { isElsewhere, NEW_STORAGE, optionsOf, problemsOf } from '../storage-options.ts';
import { StorageFields } from './storage-fields.tsx';

export interface StorageSheetProps extends RowProps<StorageConfigRow> {
  /** Called after a storage was added, or now is another one by its address or key. */
  onTest: (id: string) => void;
}

export function StorageSheet({ row, onTest, onClose }: StorageSheetProps) {
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
      onCreated={({ id }) => onTest(id)}
      onUpdated={({ id }, options) =>
        row && isElsewhere(optionsOf(row), options) ? onTest(id) : onClose()
      }
      onClose={onClose}
    >
      {(form) => <StorageFields form={form} row={row} />}
    </EditSheet>
  );
}
