import type { ObjectStore } from './object-store.ts';

/**
 * Returns the key in the spelling of the storage. Paths are compared in NFC (SECURITY 2), but other
 * tools may have stored a name in another form. An existing name in the caller's spelling is used, also
 * for the parent directories of a new entry.
 *
 * @param key in NFC
 * @param path as the caller wrote it; its last segments are those of the key
 */
export async function spellKey(
  store: Pick<ObjectStore, 'list'>,
  key: string,
  path: string,
): Promise<string> {
  const names = key.split('/');
  const written = path.split('/').filter(Boolean).slice(-names.length);
  if (key === '') return key;
  // Names before the first one that is not in NFC have a single spelling.
  let stored = names.findIndex((name, depth) => name !== written[depth]);
  if (stored < 0) return key;
  // Finds the deepest existing directory by bisection: 1 request if all exist, a few otherwise, however deep.
  let missing = names.length + 1;
  let depth = names.length;
  while (stored + 1 < missing) {
    if (await isStored(store, written.slice(0, depth).join('/'))) stored = depth;
    else missing = depth;
    depth = (stored + missing) >> 1;
  }
  return [...written.slice(0, stored), ...names.slice(stored)].join('/');
}

/**
 * True if a file or directory of this name exists. Asks twice, because `name.txt` and the like sort
 * between the two.
 */
async function isStored(store: Pick<ObjectStore, 'list'>, name: string): Promise<boolean> {
  for (const prefix of [name, `${name}/`]) {
    const { objects } = await store.list({ prefix, limit: 1 });
    if (objects.some(({ key }) => `${key}/`.startsWith(`${name}/`))) return true;
  }
  return false;
}
