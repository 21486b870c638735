import type { MenuEntry } from '@satchel/ui/menu-entry';
import { useSelector } from '@tanstack/react-store';
import { useTranslation } from 'react-i18next';
import { UPLOAD_MODES, uploadMode } from './upload-mode.ts';

/** How files are sent, to be chosen in the menu that uploads them. */
export function useUploadModeMenu(): MenuEntry {
  const { t } = useTranslation('transfers');
  const mode = useSelector(uploadMode);
  return {
    kind: 'submenu',
    key: 'uploadMode',
    label: t('mode.label'),
    items: [
      {
        kind: 'choice',
        key: 'mode',
        label: t('mode.label'),
        value: mode,
        options: UPLOAD_MODES.map((value) => ({ value, label: t(`mode.${value}`) })),
        onChange(value) {
          const chosen = UPLOAD_MODES.find((each) => each === value);
          if (chosen) uploadMode.set(chosen);
        },
      },
    ],
  };
}
