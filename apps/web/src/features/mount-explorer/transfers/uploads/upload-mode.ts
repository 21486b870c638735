import type { MenuEntry } from '@satchel/ui/overlays/menu-entry';
import { createAtom } from '@tanstack/react-store';
import i18next from 'i18next';
import { readStored, writeStored } from '#shared/storage/browser-storage.ts';

/**
 * Mode of uploads: in resumable parts, in one request for storages without multipart uploads, or through the
 * server if the browser cannot reach the storage.
 */
export type UploadMode = (typeof UPLOAD_MODES)[number];

export const UPLOAD_MODES = ['parts', 'onePiece', 'server'] as const;

const STORED_AS = 'satchel-entry-upload-mode';

export const uploadMode = createAtom<UploadMode>(
  UPLOAD_MODES.find((each) => each === readStored(STORED_AS)) ?? 'parts',
);

uploadMode.subscribe((mode) => {
  writeStored(STORED_AS, mode);
});

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
