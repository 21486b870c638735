import type { ObjectInfo, ObjectStore } from './object-store.ts';

/**
 * Page size large enough for names such as `name.txt`, which sort between the file and the directory
 * `name`.
 */
const NAMES_AROUND = 10;

/** True if the prefix holds any object; one request. */
export async function hasAnyBelow(
  store: Pick<ObjectStore, 'list'>,
  prefix: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { objects } = await store.list({ prefix, limit: 1, signal });
  return objects.length > 0;
}

/** Entries under a name: a file, a directory, or both. */
export interface Named {
  readonly object: ObjectInfo | undefined;
  readonly isDirectory: boolean;
}

/** Finds the entries under a name with one request, unless many other names begin with it. */
export async function findNamed(
  store: Pick<ObjectStore, 'list'>,
  key: string,
  signal: AbortSignal,
): Promise<Named> {
  const prefix = `${key}/`;
  const page = await store.list({ prefix: key, delimiter: '/', limit: NAMES_AROUND, signal });
  const listed = page.objects.find((each) => each.key === key);
  const object = listed && { ...listed, contentType: undefined };
  const isDirectory =
    page.prefixes.includes(prefix) ||
    (page.cursor !== undefined && (await hasAnyBelow(store, prefix, signal)));
  return { object, isDirectory };
}

/** Returns what holds a name: its file, or else its directory, which has no ETag. */
export function holderOf({ object, isDirectory }: Named): Pick<ObjectInfo, 'etag'> | undefined {
  return object ?? (isDirectory ? { etag: '' } : undefined);
}
