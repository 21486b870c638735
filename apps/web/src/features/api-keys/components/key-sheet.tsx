import { EditSheet, type RowProps } from '#shared/panel/sheets/edit-sheet.tsx';
import { NEW_KEY, optionsOf, problemsOf } from '../key-options.ts';
import { type CreatedKey, useCreateApiKey, useUpdateApiKey } from '../mutations.ts';
import type { ApiKeyRow } from '../queries.ts';
import { KeyFields } from './key-fields.tsx';

export interface KeySheetProps extends RowProps<ApiKeyRow> {
  onCreated: (created: CreatedKey) => void;
}

export function KeySheet({ row, onCreated, onClose }: KeySheetProps) {
  const create = useCreateApiKey();
  const update = useUpdateApiKey();
  return (
    <EditSheet
      texts="api-keys"
      row={row}
      description={row?.key_masked}
      initial={row ? optionsOf(row) : NEW_KEY}
      problemsOf={problemsOf}
      onCreate={create.mutateAsync}
      onUpdate={({ id }, options) => update.mutateAsync({ id, options })}
      onCreated={(created) => {
        onCreated(created);
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => <KeyFields form={form} row={row} />}
    </EditSheet>
  );
}
