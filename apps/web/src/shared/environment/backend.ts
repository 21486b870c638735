import { readStored, writeStored } from '#shared/storage/browser-storage.ts';

const STORAGE_KEY = 'satchel.backend';

/**
 * Address of the server: the one that an administrator has chosen in this browser, otherwise '' for the
 * page's own origin (SPEC 7).
 */
export function readBackend(): string {
  const stored = readStored(STORAGE_KEY) ?? '';
  return backendOf(stored) === stored ? stored : '';
}

/** Origin of the chosen server, for API links. */
export function backendOrigin(): string {
  return readBackend() || window.location.origin;
}

/** Stores the server's address; '' returns to the page's own origin. Takes effect when the page reloads. */
export function writeBackend(address: string): void {
  writeStored(STORAGE_KEY, address || null);
}

/** Origin of a typed address; undefined unless it is a valid http or https URL. */
export function backendOf(text: string): string | undefined {
  const url = URL.parse(text.trim());
  const isPlain = url && ['http:', 'https:'].includes(url.protocol) && !url.username;
  return isPlain && url.pathname === '/' && !url.search && !url.hash ? url.origin : undefined;
}

/** Query parameters at startup, because the router removes unknown ones. */
export const OPENED_WITH: URLSearchParams = new URLSearchParams(window.location.search);
