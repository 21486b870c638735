import { Checkbox } from '@satchel/ui/forms/checkbox';
import { RadioCards } from '@satchel/ui/forms/radio-group';
import { Disclosure } from '@satchel/ui/layout/disclosure';
import { useTranslation } from 'react-i18next';
import {
  bitsOf,
  hasFlag,
  PERMISSION_GROUPS,
  type PermissionGroup,
  PRESETS,
  presetOf,
  withFlags,
} from '../key-options.ts';

const GROUPS = Object.keys(PERMISSION_GROUPS) as PermissionGroup[];

export interface PermissionFieldsProps {
  bits: number;
  onChange: (bits: number) => void;
}

/**
 * Permissions of a key: three choices for a person, and folded below them a checkbox for each permission
 * and each group.
 */
export function PermissionFields(props: PermissionFieldsProps) {
  const { t } = useTranslation('api-keys');
  const preset = presetOf(props.bits);
  const isOwnChoice = props.bits !== 0 && preset === undefined;
  return (
    <div className="flex flex-col gap-2">
      <RadioCards
        label={t('fields.permissions')}
        values={PRESETS}
        textsOf={(name) => [t(`presets.${name}`), t(`presets.${name}Hint`)]}
        value={preset}
        onChange={(chosen) => props.onChange(bitsOf(chosen))}
      />
      {props.bits === 0 && (
        <p data-problem tabIndex={-1} className="text-xs text-ink-muted focus:text-danger">
          {t('noPermissionHint')}
        </p>
      )}
      <Disclosure label={t('presets.details')} isOpen={isOwnChoice}>
        <fieldset className="flex flex-col gap-2">
          <legend className="sr-only">{t('presets.details')}</legend>
          {GROUPS.map((group) => (
            <Group key={group} group={group} {...props} />
          ))}
        </fieldset>
      </Disclosure>
    </div>
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
