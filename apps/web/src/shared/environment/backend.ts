import { readStored, writeStored } from '#shared/storage/browser-storage.ts';

const STORAGE_KEY = 'satchel.backend';

/**
 * The address of the server that this app talks to: what an administrator has chosen in this browser,
 * else empty for the one that the page came from (SPEC 7).
 */
export function readBackend(): string {
  const stored = readStored(STORAGE_KEY) ?? '';
  return backendOf(stored) === stored ? stored : '';
}

/** Origin of API links of the chosen server. */
export function backendOrigin(): string {
  return readBackend() || window.location.origin;
}

/** Empty goes back to the server that the page came from. It holds from the next load of the document on. */
export function writeBackend(address: string): void {
  writeStored(STORAGE_KEY, address || null);
}

/** The origin of an address as typed; undefined where it is none over http or https. */
export function backendOf(text: string): string | undefined {
  const url = URL.parse(text.trim());
  const isPlain = url && ['http:', 'https:'].includes(url.protocol) && !url.username;
  return isPlain && url.pathname === '/' && !url.search && !url.hash ? url.origin : undefined;
}

/** The query that the document was opened with, because the router tidies the address up. */
export const OPENED_WITH: URLSearchParams = new URLSearchParams(window.location.search);
