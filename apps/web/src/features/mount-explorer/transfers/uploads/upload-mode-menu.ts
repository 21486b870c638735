import type { MenuEntry } from '@satchel/ui/overlays/menu-entry';
import i18next from 'i18next';
import { UPLOAD_MODES, uploadMode } from './upload-mode.ts';

/** Submenu in which the user chooses how files are sent. */
export function uploadModeMenu(): MenuEntry {
  const label = i18next.t('transfers:mode.label');
  return {
    kind: 'submenu',
    key: 'uploadMode',
    label,
    items: [
      {
        kind: 'choice',
        key: 'mode',
        label,
        value: uploadMode.get(),
        options: UPLOAD_MODES.map((value) => ({
          value,
          label: i18next.t(`transfers:mode.${value}`),
        })),
        onChange(value) {
          const chosen = UPLOAD_MODES.find((each) => each === value);
          if (chosen) uploadMode.set(chosen);
        },
      },
    ],
  };
}
