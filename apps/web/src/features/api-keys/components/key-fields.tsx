import { Combobox } from '@satchel/ui/forms/combobox';
import { Switch } from '@satchel/ui/forms/switch';
import { TextField } from '@satchel/ui/forms/text-field';
import { useQuery } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { mountListOptions } from '#shared/mounts/mount-queries.ts';
import type { KeyOptions, KeyProblem } from '../key-options.ts';
import type { ApiKeyRow } from '../queries.ts';
import { ExpiryFields } from './expiry-fields.tsx';
import { PermissionFields } from './permission-fields.tsx';

export interface KeyFieldsProps {
  options: KeyOptions;
  problems: ReadonlySet<KeyProblem>;
  /** Absent for a key that is being made. */
  row?: ApiKeyRow;
  onChange: (options: KeyOptions) => void;
}

export function KeyFields({ options, problems, row, onChange }: KeyFieldsProps) {
  const { t } = useTranslation('api-keys');
  const mounts = useQuery(mountListOptions());
  const edit = (changes: Partial<KeyOptions>) => onChange({ ...options, ...changes });
  const places = (mounts.data ?? []).map(({ mount_path, name }) => ({
    value: mount_path,
    hint: name,
    icon: <FolderOpen aria-hidden="true" className="size-4 text-ink-faint" />,
  }));
  return (
    <>
      <TextField
        label={t('fields.name')}
        hint={t('fields.nameHint')}
        required
        maxLength={100}
        value={options.name}
        onChange={(event) => edit({ name: event.target.value })}
      />
      <PermissionFields
        bits={options.permissions}
        onChange={(permissions) => edit({ permissions })}
      />
      <Combobox
        label={t('fields.basePath')}
        hint={t('fields.basePathHint')}
        error={problems.has('basePath') ? t('problems.basePath') : undefined}
        value={options.basePath}
        onChange={(basePath) => edit({ basePath })}
        items={[{ value: '/', hint: t('fields.everywhere') }, ...places]}
        // All of them are offered, also while the field has its first value.
        areItemsFound
        isLoading={mounts.isPending}
      />
      <ExpiryFields options={options} problems={problems} row={row} onEdit={edit} />
      {!row && (
        <div className="flex flex-col gap-3">
          <Switch
            label={t('fields.hasCustomKey')}
            hint={t('fields.hasCustomKeyHint')}
            checked={options.hasCustomKey}
            onChange={(event) => edit({ hasCustomKey: event.target.checked })}
          />
          {options.hasCustomKey && (
            <TextField
              label={t('fields.customKey')}
              hint={t('fields.customKeyHint')}
              error={
                options.customKey && problems.has('customKey') ? t('problems.customKey') : undefined
              }
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={128}
              className="font-mono"
              value={options.customKey}
              onChange={(event) => edit({ customKey: event.target.value })}
            />
          )}
        </div>
      )}
      <Switch
        label={t('fields.isGuest')}
        hint={t('fields.isGuestHint')}
        checked={options.isGuest}
        onChange={(event) => edit({ isGuest: event.target.checked })}
      />
    </>
  );
}
