/**
 * Finds the app's entry script, whose name identifies the version because it contains a hash of all files.
 */
const ENTRY = /<script type="module"[^>]* src="([^"]+)"/;

/**
 * Compares this tab's version of the app with the server's.
 *
 * @returns `unreachable` if the server does not respond, and `other` if this tab runs an older or newer
 * version, whose files may no longer exist
 */
export async function compareVersions(): Promise<'same' | 'other' | 'unreachable'> {
  try {
    const reply = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
    if (!reply.ok) return 'unreachable';
    const theirs = ENTRY.exec(await reply.text())?.[1];
    const ours = document.querySelector('script[type="module"][src]')?.getAttribute('src');
    return theirs === ours ? 'same' : 'other';
  } catch {
    return 'unreachable';
  }
}
