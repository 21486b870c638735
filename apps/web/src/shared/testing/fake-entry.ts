import type { DirectoryEntry } from '@satchel/api-client/contract/file-system-shapes';

/** An entry of the directory `/m` for tests; a name with a trailing slash is a folder. */
export function fakeEntry(name: string, fields: Partial<DirectoryEntry> = {}): DirectoryEntry {
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
