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
  for (let depth = names.length; depth > 0; depth -= 1) {
    const start = written.slice(0, depth).join('/');
    // All that is left is written in NFC.
    if (start === names.slice(0, depth).join('/')) break;
    if (await isStored(store, start)) return [start, ...names.slice(depth)].join('/');
  }
  return key;
}

/** Whether there is a file or a directory; `name.txt` and the like may come between the two. */
async function isStored(store: Pick<ObjectStore, 'list'>, name: string): Promise<boolean> {
  for (const prefix of [name, `${name}/`]) {
    const { objects } = await store.list({ prefix, limit: 1 });
    if (objects.some(({ key }) => `${key}/`.startsWith(`${name}/`))) return true;
  }
  return false;
}
