import type { Entry } from '../queries.ts';

/** An entry for tests, of the directory `/m`; a name with a slash at its end is a folder. */
export function fakeEntry(name: string, fields: Partial<Entry> = {}): Entry {
  const isDirectory = name.endsWith('/');
  return {
    name: isDirectory ? name.slice(0, -1) : name,
    path: `/m/${name}`,
    isDirectory,
    isVirtual: false,
    size: isDirectory ? null : 0,
    modified: '2026-01-01T00:00:00.000Z',
    type: isDirectory ? 1 : 0,
    typeName: isDirectory ? 'folder' : 'unknown',
    ...fields,
  };
}
