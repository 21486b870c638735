import { expect, it } from 'vitest';
import { fakeEntry } from '#shared/testing/fake-entry.ts';
import { withEntry } from './mutations.ts';

const page = (...names: string[]) => ({
  path: '/m/',
  type: 'directory' as const,
  isDirectory: true as const,
  isVirtual: false,
  isRoot: false,
  items: names.map((name) => fakeEntry(name)),
});
const pathsOf = ({ pages }: ReturnType<typeof withEntry>) =>
  pages.map(({ items }) => items.map(({ path }) => path));

it('a renamed entry takes its place in the list, and the old one again if the rename fails', () => {
  const listed = { pages: [page('a', 'b'), page('c')], pageParams: ['', '1'] };
  const renamed = withEntry(listed, '/m/a', fakeEntry('z'));
  expect(pathsOf(renamed)).toEqual([['/m/z', '/m/b'], ['/m/c']]);
  expect(renamed.pages[1]).toBe(listed.pages[1]);
  expect(pathsOf(withEntry(renamed, '/m/z', fakeEntry('a')))).toEqual(pathsOf(listed));
});

it('a rename to a name that is in the list changes no row, so that its failure takes none away', () => {
  const listed = { pages: [page('a', 'b'), page('c')], pageParams: ['', '1'] };
  const renamed = withEntry(listed, '/m/a', fakeEntry('c'));
  expect(pathsOf(renamed)).toEqual(pathsOf(listed));
  expect(pathsOf(withEntry(renamed, '/m/c', fakeEntry('a')))).toEqual(pathsOf(listed));
});
