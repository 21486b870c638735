import { showToast } from '@satchel/ui/feedback/toast-store';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import { useHeldState } from '#shared/unsaved/use-held-state.ts';
import { useUpdateSettings } from './mutations.ts';
import type { SettingGroup } from './queries.ts';

type Values = Readonly<Record<string, string>>;

/** State of a group of settings during an edit. */
export interface SettingsForm {
  read: (key: string) => string;
  set: (key: string, value: string) => void;
  /** Message of the server's refusal of a value, until the user changes it. */
  refusalOf: (key: string) => string | undefined;
  /** For text inputs. */
  text: (key: string) => {
    value: string;
    error: string | undefined;
    onChange: (event: { target: { value: string } }) => void;
  };
  /** For radio groups; the first value is the default. */
  choice: <Value extends string>(
    key: string,
    values: readonly [Value, ...Value[]],
  ) => { value: Value; onChange: (value: Value) => void };
  /** For switches. */
  toggle: (key: string) => {
    checked: boolean;
    onChange: (event: { target: { checked: boolean } }) => void;
  };
  isDirty: boolean;
  isSaving: boolean;
  save: () => Promise<void>;
  reset: () => void;
}

export function useSettingsForm(
  group: SettingGroup,
  stored: ReadonlyMap<string, string>,
): SettingsForm {
  const { t } = useTranslation('settings');
  const update = useUpdateSettings(group);
  const { value: changes, setValue: setChanges } = useHeldState<Values>('settings', () => ({}));
  const [refusals, setRefusals] = useState<Values>({});
  const read = (key: string) => changes[key] ?? stored.get(key) ?? '';

  function set(key: string, value: string) {
    setRefusals((current) => without(current, key));
    setChanges((current) =>
      value === stored.get(key) ? without(current, key) : { ...current, [key]: value },
    );
  }

  return {
    read,
    set,
    refusalOf: (key) => refusals[key],
    text: (key) => ({
      value: read(key),
      error: refusals[key],
      onChange: ({ target }) => set(key, target.value),
    }),
    choice: (key, values) => ({
      value: values.find((value) => value === read(key)) ?? values[0],
      onChange: (value) => set(key, value),
    }),
    toggle: (key) => ({
      checked: read(key) === 'true',
      onChange: ({ target }) => set(key, String(target.checked)),
    }),
    isDirty: Object.keys(changes).length > 0,
    isSaving: update.isPending,
    async save() {
      try {
        const updated = await update.mutateAsync(changes);
        const { success, message, errors } = updated ?? { ...LATER, errors: [] };
        const refused = Object.fromEntries(errors.map(({ key, error }) => [key, error]));
        setRefusals(refused);
        setChanges((current) =>
          Object.fromEntries(
            Object.entries(current).filter(
              ([key, value]) => key in refused || value !== changes[key],
            ),
          ),
        );
        if (updated) showToast(success ? 'success' : 'error', success ? t('saved') : message);
      } catch (error) {
        showErrorToast(error);
      }
    },
    reset() {
      setChanges({});
      setRefusals({});
    },
  };
}

/** Result for changes that are queued until the network is back. A toast has already told the user. */
const LATER = { success: true, message: '' };

function without(values: Values, key: string): Values {
  const { [key]: _removed, ...rest } = values;
  return rest;
}
