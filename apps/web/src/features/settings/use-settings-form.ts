import { showToast } from '@satchel/ui/feedback/toast-store';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import { useUpdateSettings } from './mutations.ts';
import type { SettingGroup } from './queries.ts';

type Values = Readonly<Record<string, string>>;

/** A group of settings as it is being edited. */
export interface SettingsForm {
  read: (key: string) => string;
  set: (key: string, value: string) => void;
  /** Why the server did not take a value, until it is changed. */
  refusalOf: (key: string) => string | undefined;
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
  const [changes, setChanges] = useState<Values>({});
  const [refusals, setRefusals] = useState<Values>({});
  return {
    read: (key) => changes[key] ?? stored.get(key) ?? '',
    set(key, value) {
      setRefusals((current) => without(current, key));
      setChanges((current) =>
        value === stored.get(key) ? without(current, key) : { ...current, [key]: value },
      );
    },
    refusalOf: (key) => refusals[key],
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

/** The settings are saved when the network is back, which a toast has said. */
const LATER = { success: true, message: '' };

function without(values: Values, key: string): Values {
  const { [key]: _removed, ...rest } = values;
  return rest;
}
