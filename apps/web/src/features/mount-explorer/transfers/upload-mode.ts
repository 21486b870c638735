import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '#shared/storage/browser-storage.ts';

/**
 * How files are sent: in parts that can be resumed, in one piece for storages that cannot take parts,
 * or through the server where the browser cannot reach the storage.
 */
export type UploadMode = (typeof UPLOAD_MODES)[number];

export const UPLOAD_MODES = ['parts', 'onePiece', 'server'] as const;

const STORED_AS = 'satchel-entry-upload-mode';

let mode = UPLOAD_MODES.find((each) => each === readStored(STORED_AS)) ?? 'parts';
const listeners = new Set<() => void>();

export function getUploadMode(): UploadMode {
  return mode;
}

export function setUploadMode(next: UploadMode): void {
  mode = next;
  writeStored(STORED_AS, next);
  for (const listener of listeners) listener();
}

export function useUploadMode(): UploadMode {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, getUploadMode);
}
