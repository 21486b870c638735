import { Checkbox } from '@satchel/ui/forms/checkbox';
import { useTranslation } from 'react-i18next';
import { hasFlag, PERMISSION_GROUPS, type PermissionGroup, withFlags } from '../key-options.ts';

const GROUPS = Object.keys(PERMISSION_GROUPS) as PermissionGroup[];

export interface PermissionFieldsProps {
  bits: number;
  onChange: (bits: number) => void;
}

/** Checkboxes of a key's permissions in groups, each with a checkbox for the whole group. */
export function PermissionFields(props: PermissionFieldsProps) {
  const { t } = useTranslation('api-keys');
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-label">{t('fields.permissions')}</legend>
      {GROUPS.map((group) => (
        <Group key={group} group={group} {...props} />
      ))}
      {props.bits === 0 && <p className="text-caption text-ink-faint">{t('noPermissionHint')}</p>}
    </fieldset>
  );
}

function Group({ group, bits, onChange }: PermissionFieldsProps & { group: PermissionGroup }) {
  const { t } = useTranslation('api-keys');
  const names = PERMISSION_GROUPS[group];
  const held = names.filter((name) => hasFlag(bits, name));
  const isWhole = held.length === names.length;
  return (
    <fieldset className="rounded-lg border border-line bg-raised px-3 py-2">
      <legend className="sr-only">{t(`groups.${group}`)}</legend>
      <Checkbox
        label={t(`groups.${group}`)}
        className="font-medium"
        checked={isWhole}
        isIndeterminate={held.length > 0 && !isWhole}
        onChange={() => onChange(withFlags(bits, names, !isWhole))}
      />
      <div className="mt-1 grid gap-x-4 gap-y-0.5 pl-6 sm:grid-cols-2">
        {names.map((name) => (
          <Checkbox
            key={name}
            label={t(`permissions.${name}`)}
            checked={hasFlag(bits, name)}
            onChange={(event) => onChange(withFlags(bits, [name], event.target.checked))}
          />
        ))}
      </div>
    </fieldset>
  );
}
