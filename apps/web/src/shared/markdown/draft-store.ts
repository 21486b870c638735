import { readStored, writeStored } from '#shared/storage/browser-storage.ts';

const PREFIX = 'satchel.draft.';
/** Drafts have a limit, because localStorage holds about 5 MB and the credentials need room as well. */
const MAX_LENGTH = 1_000_000;

export function readDraft(name: string): string {
  return readStored(PREFIX + name) ?? '';
}

/** An empty draft is removed. False where the text is too long, or the storage is full. */
export function writeDraft(name: string, text: string): boolean {
  if (text === '') return writeStored(PREFIX + name, null);
  // If the text cannot be stored, the old draft is removed: it must not come back in its place.
  if (text.length > MAX_LENGTH || !writeStored(PREFIX + name, text)) {
    writeStored(PREFIX + name, null);
    return false;
  }
  return true;
}
