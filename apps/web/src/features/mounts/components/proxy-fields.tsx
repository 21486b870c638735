import { Switch } from '@satchel/ui/forms/switch';
import { useTranslation } from 'react-i18next';
import { DurationField } from '#shared/forms/duration-field.tsx';
import type { MountOptions, MountProblem } from '../mount-options.ts';

export interface ProxyFieldsProps {
  options: MountOptions;
  problems: ReadonlySet<MountProblem>;
  onEdit: (changes: Partial<MountOptions>) => void;
}

/** Links to the files of a mount that everybody may open, and how they are protected. */
export function ProxyFields({ options, problems, onEdit }: ProxyFieldsProps) {
  const { t } = useTranslation('mounts');
  return (
    <fieldset className="flex flex-col gap-4 rounded-lg border border-line p-3">
      <legend className="px-1 text-label">{t('fields.proxy')}</legend>
      <Switch
        label={t('fields.webProxy')}
        hint={t('fields.webProxyHint')}
        checked={options.hasWebProxy}
        onChange={(event) => onEdit({ hasWebProxy: event.target.checked })}
      />
      {options.hasWebProxy && (
        <Switch
          label={t('fields.sign')}
          hint={t('fields.signHint')}
          checked={options.isSigned}
          onChange={(event) => onEdit({ isSigned: event.target.checked })}
        />
      )}
      {options.hasWebProxy && options.isSigned && (
        <DurationField
          label={t('fields.signExpires')}
          hint={t('fields.signExpiresHint')}
          placeholder={t('fields.asGlobal')}
          value={options.signSeconds}
          error={problems.has('signSeconds') ? t('problems.signSeconds') : undefined}
          onChange={(signSeconds) => onEdit({ signSeconds })}
        />
      )}
    </fieldset>
  );
}
