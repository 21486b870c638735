import { expect, it } from 'vitest';
import { readDrop } from './read-drop.ts';

type Entry = Pick<FileSystemEntry, 'name' | 'isFile' | 'isDirectory'>;

const file = (name: string, isReadable = true) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (resolve: (file: File) => void, reject: (error: Error) => void) =>
    isReadable ? resolve(new File(['x'], name)) : reject(new Error('not readable')),
});
const folder = (name: string, entries: readonly Entry[] | null) => ({
  name,
  isFile: false,
  isDirectory: true,
  createReader: () => {
    const batches = [entries ?? [], []];
    return {
      readEntries: (resolve: (batch: unknown) => void, reject: (error: Error) => void) =>
        entries ? resolve(batches.shift()) : reject(new Error('not readable')),
    };
  },
});
const transferOf = (...entries: Entry[]) =>
  ({
    items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })),
    files: [],
  }) as unknown as DataTransfer;

it('an entry that cannot be read is told, and all others come in their order', async () => {
  const { files, emptyFolders, unreadable } = await readDrop(
    transferOf(
      folder('photos', [file('a.jpg'), folder('locked', null), folder('none', []), file('b.jpg')]),
      file('secret', false),
      file('c.txt'),
    ),
  );
  expect(files.map(({ file: { name }, directory }) => [directory, name])).toEqual([
    ['photos', 'a.jpg'],
    ['photos', 'b.jpg'],
    ['', 'c.txt'],
  ]);
  expect(emptyFolders).toEqual(['photos/none']);
  expect(unreadable).toEqual(['photos/locked', 'secret']);
});
