import { untilLoaded } from '#shared/loading/until-loaded.ts';
import { readStored, writeStored } from '#shared/storage/browser-storage.ts';

export const DRAFT_PREFIX = 'satchel.draft.';
/**
 * Prefix of localStorage keys that mark drafts in IndexedDB, so that names without one need no lookup there.
 */
export const LONG_DRAFT_PREFIX = 'satchel.long-draft.';
/** Ends the name of a draft that another tab has replaced, see `replaceDraft`. */
const REPLACED_SUFFIX = '.replaced';
/**
 * Longer drafts are stored in IndexedDB, because localStorage holds about 5 MB and also stores the
 * credentials.
 */
const MAX_STORED_LENGTH = 1_000_000;

/** Reads a draft of up to a million characters, synchronously. */
export function readDraft(name: string): string {
  return readCurrent(name) || readReplaced(name);
}

function readCurrent(name: string): string {
  return readStored(DRAFT_PREFIX + name) ?? '';
}

function readReplaced(name: string): string {
  return readStored(DRAFT_PREFIX + name + REPLACED_SUFFIX) ?? '';
}

/** Reads a longer draft; '' if there is none. */
export async function readLongDraft(name: string): Promise<string> {
  if (!isLong(name)) return '';
  const { readLong } = await loadLongDrafts();
  return readLong(DRAFT_PREFIX + name);
}

/** Stores a draft; removes it if the text is empty. Resolves to false if the browser cannot store it. */
export async function writeDraft(name: string, text: string): Promise<boolean> {
  // Removes the old draft if the text cannot be stored here, so that the old one does not reappear.
  const isShort =
    text.length <= MAX_STORED_LENGTH && writeStored(DRAFT_PREFIX + name, text === '' ? null : text);
  if (!isShort) writeStored(DRAFT_PREFIX + name, null);
  if (isShort && !isLong(name)) return true;
  const { writeLong } = await loadLongDrafts();
  const isWritten = await writeLong(DRAFT_PREFIX + name, isShort ? '' : text);
  if (isWritten) writeStored(LONG_DRAFT_PREFIX + name, isShort ? null : 'yes');
  return isWritten || isShort;
}

let longDrafts: Promise<typeof import('./long-drafts.ts')> | undefined;

/** Loads the code for drafts in IndexedDB, once, so that a draft is read before a shorter text replaces it. */
function loadLongDrafts() {
  longDrafts ??= untilLoaded(() => import('./long-drafts.ts'));
  return longDrafts;
}

/**
 * Stores a draft in place of the one that this tab has read or stored before. If another tab has stored a
 * different text since, both stay: `readDraft` returns the other one after this one is removed.
 */
export function replaceDraft(name: string, text: string, before: string): Promise<boolean> {
  const current = readCurrent(name);
  const isOfOtherTab = current !== '' && current !== before;
  const replaced = isOfOtherTab && text !== '' ? current : null;
  if (replaced !== null || (before !== '' && readReplaced(name) === before)) {
    writeStored(DRAFT_PREFIX + name + REPLACED_SUFFIX, replaced);
  }
  if (isOfOtherTab && text === '') return Promise.resolve(true);
  return writeDraft(name, text);
}

/** Removes a draft if it still has this text. */
export async function removeDraft(name: string, text: string): Promise<void> {
  if (readReplaced(name) === text) writeStored(DRAFT_PREFIX + name + REPLACED_SUFFIX, null);
  const stored = readCurrent(name) || (await readLongDraft(name));
  if (stored === text) await writeDraft(name, '');
}

function isLong(name: string): boolean {
  return readStored(LONG_DRAFT_PREFIX + name) !== null;
}
