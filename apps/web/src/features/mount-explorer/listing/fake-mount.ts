import type { DirectoryQuery } from '@satchel/api-client/contract/file-system-shapes';
import { mockError } from '@satchel/api-client/mock';
import { fakeEntry } from '#shared/testing/fake-entry.ts';
import { nameOf, plainPath } from '../entry-path.ts';

/** Handlers for `mockCalls` of a server with these paths; paths of folders end with a slash. */
export function fakeMount(...paths: readonly string[]) {
  const entryAt = (path: string) =>
    fakeEntry(nameOf(path) + (path.endsWith('/') ? '/' : ''), { path });
  return {
    get({ query }: { query: { path: string } }) {
      const found = paths.find((path) => plainPath(path) === plainPath(query.path));
      if (found === undefined) throw mockError('file_system.not_found');
      return { ...entryAt(found), contentType: 'text/plain' };
    },
    list({ query }: { query?: DirectoryQuery }) {
      const folder = query?.path ?? '/';
      const isInside = (path: string) =>
        path.startsWith(folder) && /^[^/]+\/?$/.test(path.slice(folder.length));
      return {
        ...({ path: folder, type: 'directory', isDirectory: true, isRoot: false } as const),
        isVirtual: false,
        items: paths.filter(isInside).map(entryAt),
      };
    },
  };
}
