/** The app's entry script names its version, because its name has a hash of all that it loads. */
const ENTRY = /<script type="module"[^>]* src="([^"]+)"/;

/**
 * Asks the server which version of the app it has now.
 *
 * @returns `unreachable` where the server does not answer, and `other` if this tab runs an older or a
 *   newer version, whose files may be gone
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
