import { readStored, writeStored } from '#shared/storage/browser-storage.ts';

export const DRAFT_PREFIX = 'satchel.draft.';
/** Says in localStorage that a draft lies in IndexedDB, so that nobody has to look there without it. */
export const LONG_DRAFT_PREFIX = 'satchel.long-draft.';
/** Longer drafts go to IndexedDB: localStorage holds about 5 MB, and the credentials need room as well. */
const MAX_STORED_LENGTH = 1_000_000;

/** A draft of up to a million characters, at once. */
export function readDraft(name: string): string {
  return readStored(DRAFT_PREFIX + name) ?? '';
}

/** A longer draft; empty where there is none. */
export async function readLongDraft(name: string): Promise<string> {
  if (!isLong(name)) return '';
  const { readLong } = await import('./long-drafts.ts');
  return readLong(DRAFT_PREFIX + name);
}

/** An empty draft is removed. Resolves to false where the browser does not store it. */
export async function writeDraft(name: string, text: string): Promise<boolean> {
  // If the text cannot be stored here, the old draft is removed: it must not come back in its place.
  const isShort =
    text.length <= MAX_STORED_LENGTH && writeStored(DRAFT_PREFIX + name, text === '' ? null : text);
  if (!isShort) writeStored(DRAFT_PREFIX + name, null);
  if (isShort && !isLong(name)) return true;
  const { writeLong } = await import('./long-drafts.ts');
  const isWritten = await writeLong(DRAFT_PREFIX + name, isShort ? '' : text);
  if (isWritten) writeStored(LONG_DRAFT_PREFIX + name, isShort ? null : 'yes');
  return isWritten || isShort;
}

function isLong(name: string): boolean {
  return readStored(LONG_DRAFT_PREFIX + name) !== null;
}
