import { readStoredJson, writeStored } from '#shared/storage/browser-storage.ts';

const STORAGE_KEY = 'satchel.announcements-dismissed';
/** Number of dismissed announcements that the browser remembers (CONTRACT F11). */
const MAX_KEPT = 7;

/** Whether the visitor does not want to see this announcement again. */
export function isDismissed(markdown: string): boolean {
  return readDismissed().includes(fingerprintOf(markdown));
}

/** Another announcement, or this one with other words, is shown again. */
export function dismissAnnouncement(markdown: string): void {
  const others = readDismissed().filter((known) => known !== fingerprintOf(markdown));
  writeStored(STORAGE_KEY, JSON.stringify([fingerprintOf(markdown), ...others].slice(0, MAX_KEPT)));
}

function readDismissed(): string[] {
  const stored = readStoredJson(STORAGE_KEY);
  return Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string') : [];
}

/** FNV-1a with the length: enough to tell a handful of texts apart, and short. */
function fingerprintOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return `${text.length}-${hash.toString(36)}`;
}
