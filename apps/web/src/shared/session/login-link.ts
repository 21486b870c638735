const FRAGMENT = '#key=';

/**
 * Address that fills an API key into the login page. The key is in the fragment, which browsers do not send,
 * so it is in no log of a server or proxy.
 *
 * @param landing path to open after the login
 */
export function loginLinkOf(origin: string, key: string, landing: string): string {
  const query = new URLSearchParams({ redirect: landing });
  return `${origin}/admin?${query}${FRAGMENT}${encodeURIComponent(key)}`;
}

/** Kept until a page has shown it, because React may render a page twice before it shows it. */
let taken = '';

/**
 * Returns the key in the address, and removes it there, so that it stays in no history and no screenshot.
 * Later calls return the same key until `forgetTakenKey`.
 */
export function takeKeyFromAddress(): string {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith(FRAGMENT)) return taken;
  window.history.replaceState(window.history.state, '', pathname + search);
  try {
    taken = decodeURIComponent(hash.slice(FRAGMENT.length));
  } catch {
    taken = '';
  }
  return taken;
}

export function forgetTakenKey(): void {
  taken = '';
}
