import { showToast } from '@satchel/ui/feedback/toast-store';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EditSheet } from '#shared/panel/edit-sheet.tsx';
import { type KeyOptions, NEW_KEY, optionsOf, problemsOf } from '../key-options.ts';
import { type CreatedKey, useCreateApiKey, useUpdateApiKey } from '../mutations.ts';
import type { ApiKeyRow } from '../queries.ts';
import { KeyFields } from './key-fields.tsx';

export interface KeySheetProps {
  /** Id of the edited key, or `new`, from the address. */
  edited: string | undefined;
  keys: readonly ApiKeyRow[] | undefined;
  onCreated: (created: CreatedKey) => void;
  onClose: () => void;
}

/** The sheet in which a key is made or changed; none for an id that is not known. */
export function KeySheet({ edited, keys, onCreated, onClose }: KeySheetProps) {
  if (edited === 'new') return <NewKeySheet onCreated={onCreated} onClose={onClose} />;
  const row = keys?.find(({ id }) => id === edited);
  return row ? <EditKeySheet key={row.id} row={row} onClose={onClose} /> : null;
}

function NewKeySheet({ onCreated, onClose }: Pick<KeySheetProps, 'onCreated' | 'onClose'>) {
  const { t } = useTranslation('api-keys');
  const [options, setOptions] = useState<KeyOptions>(NEW_KEY);
  const create = useCreateApiKey();
  const problems = problemsOf(options);
  return (
    <EditSheet
      title={t('new.title')}
      description={t('new.description')}
      values={options}
      isValid={problems.size === 0}
      submitLabel={t('new.submit')}
      onSave={() => create.mutateAsync(options)}
      onSaved={(created) => {
        onCreated(created);
        onClose();
      }}
      onClose={onClose}
    >
      <KeyFields options={options} problems={problems} onChange={setOptions} />
    </EditSheet>
  );
}

function EditKeySheet({ row, onClose }: { row: ApiKeyRow; onClose: () => void }) {
  const { t } = useTranslation('api-keys');
  const [options, setOptions] = useState(() => optionsOf(row));
  const update = useUpdateApiKey(row.id);
  const problems = problemsOf(options);
  return (
    <EditSheet
      title={t('edit.title', { name: row.name })}
      description={row.key_masked}
      values={options}
      isValid={problems.size === 0}
      onSave={() => update.mutateAsync(options).then(() => showToast('success', t('saved')))}
      onClose={onClose}
    >
      <KeyFields options={options} problems={problems} row={row} onChange={setOptions} />
    </EditSheet>
  );
}
