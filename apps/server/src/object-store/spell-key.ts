import type { ObjectStore } from './object-store.ts';

/**
 * A key as the storage spells it. Paths are compared in NFC (SECURITY 2), but other tools may have
 * stored a name in another form: what is written so, and is there, is meant, the directories on the
 * way to something new included.
 *
 * @param key in NFC
 * @param path as it was written; its last segments are those of the key
 */
export async function spellKey(
  store: Pick<ObjectStore, 'list'>,
  key: string,
  path: string,
): Promise<string> {
  const names = key.split('/');
  const written = path.split('/').filter(Boolean).slice(-names.length);
  if (key === '') return key;
  // Names before the first that is not written in NFC are the same either way.
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

/** Whether there is a file or a directory; `name.txt` and the like may come between the two. */
async function isStored(store: Pick<ObjectStore, 'list'>, name: string): Promise<boolean> {
  for (const prefix of [name, `${name}/`]) {
    const { objects } = await store.list({ prefix, limit: 1 });
    if (objects.some(({ key }) => `${key}/`.startsWith(`${name}/`))) return true;
  }
  return false;
}
