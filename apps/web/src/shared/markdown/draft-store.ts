import { readStored, writeStored } from '#shared/storage/browser-storage.ts';

const PREFIX = 'satchel.draft.';
/** localStorage holds about 5 MB in all, and the credentials live there too. */
const MAX_LENGTH = 1_000_000;

export function readDraft(name: string): string {
  return readStored(PREFIX + name) ?? '';
}

/** An empty draft is removed. False where the text is too long, or the storage is full. */
export function writeDraft(name: string, text: string): boolean {
  if (text === '') return writeStored(PREFIX + name, null);
  // An older, shorter draft must not come back in place of what was typed last.
  if (text.length > MAX_LENGTH || !writeStored(PREFIX + name, text)) {
    writeStored(PREFIX + name, null);
    return false;
  }
  return true;
}
