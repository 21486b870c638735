import { describe, expect, it, vi } from 'vitest';
import { client } from '#shared/api/client.ts';
import { type ListEntries, listPackedFiles } from './packed-files.ts';

const modified = '2026-11-22T00:00:00.000Z';
const signal = new AbortController().signal;

/** Lists what these paths make up; folders end with a slash. */
function listing(...paths: readonly string[]): ListEntries {
  return async function* (folder) {
    for (const path of paths) {
      const rest = path.startsWith(folder) ? path.slice(folder.length) : '';
      if (/^[^/]+\/?$/.test(rest)) {
        yield { path, isDirectory: path.endsWith('/'), size: 1, modified };
      }
    }
  };
}

const namesOf = async (paths: readonly string[], list: ListEntries) =>
  (await listPackedFiles(paths, signal, undefined, list)).map(({ name }) => name);

describe('the files of an archive', () => {
  it('are in the order in which they were chosen, with their folders', async () => {
    vi.spyOn(client.fs, 'get').mockResolvedValue({ size: 3, modified } as never);
    const list = listing('/m/a/2.txt', '/m/a/1.txt', '/m/a/deep/', '/m/a/deep/3.txt');
    expect(await namesOf(['/m/z.txt', '/m/a/'], list)).toEqual([
      'z.txt',
      'a/2.txt',
      'a/1.txt',
      'a/deep/3.txt',
    ]);
  });

  it('have different names where they come from different places', async () => {
    vi.spyOn(client.fs, 'get').mockResolvedValue({ size: 3, modified } as never);
    const list = listing('/m/x/a', '/n/x/b');
    expect(await namesOf(['/m/x/', '/n/x/', '/m/Notes.txt', '/n/notes.txt'], list)).toEqual([
      'x/a',
      'x (1)/b',
      'Notes.txt',
      'notes (1).txt',
    ]);
  });

  it('have different names where a file and a folder of a storage are called the same', async () => {
    const list = listing('/m/a/x', '/m/a/x/', '/m/a/x/in.txt', '/m/a/y/', '/m/a/y/in.txt');
    expect(await namesOf(['/m/a/'], list)).toEqual(['a/x', 'a/x (1)/in.txt', 'a/y/in.txt']);
  });

  it('are a folder where one is empty', async () => {
    const files = await listPackedFiles(['/m/a/'], signal, undefined, listing('/m/a/none/'));
    expect(files).toMatchObject([{ name: 'a/none/', isFolder: true, sizeBytes: 0 }]);
  });
});
