/**
 * Opens a channel to the other tabs. Returns undefined where the browser has none, or throws because the user
 * blocks site data, as Firefox does; the code that loads must not fail then.
 */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
