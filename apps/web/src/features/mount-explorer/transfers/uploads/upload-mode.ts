import { createAtom } from '@tanstack/react-store';
import { readStored, writeStored } from '#shared/storage/browser-storage.ts';

/**
 * How files are sent: in parts that can be resumed, in one piece for storages that cannot take parts,
 * or through the server where the browser cannot reach the storage.
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
