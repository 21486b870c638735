import { readStoredJson, writeStored } from '#shared/storage/browser-storage.ts';

const STORAGE_KEY = 'satchel.announcements-dismissed';
/** Maximum number of dismissed announcements that the browser stores (CONTRACT F11). */
const MAX_KEPT = 7;

/** Whether the visitor has dismissed this announcement. */
export function isDismissed(markdown: string): boolean {
  return readDismissed().includes(fingerprintOf(markdown));
}

/** Stores that the visitor has dismissed this text. Another or a changed announcement still appears. */
export function dismissAnnouncement(markdown: string): void {
  const others = readDismissed().filter((known) => known !== fingerprintOf(markdown));
  writeStored(STORAGE_KEY, JSON.stringify([fingerprintOf(markdown), ...others].slice(0, MAX_KEPT)));
}

function readDismissed(): string[] {
  const stored = readStoredJson(STORAGE_KEY);
  return Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string') : [];
}

/** FNV-1a hash with the length. Short, and sufficient to distinguish a few texts. */
function fingerprintOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return `${text.length}-${hash.toString(36)}`;
}
