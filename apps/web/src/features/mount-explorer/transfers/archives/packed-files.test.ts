import { describe, expect, it } from 'vitest';
import { mockCalls } from '#shared/testing/mock-calls.ts';
import { fakeMount } from '../../listing/fake-mount.ts';
import { listPackedFiles } from './packed-files.ts';

const signal = new AbortController().signal;

async function namesOf(chosen: readonly string[], ...inside: readonly string[]) {
  mockCalls({ fs: fakeMount(...chosen, ...inside) });
  return (await listPackedFiles(chosen, signal)).map(({ name }) => name);
}

describe('the files of an archive', () => {
  it('are in the order in which they were chosen, with their folders', async () => {
    const inside = ['/m/a/2.txt', '/m/a/1.txt', '/m/a/deep/', '/m/a/deep/3.txt'];
    expect(await namesOf(['/m/z.txt', '/m/a/'], ...inside)).toEqual([
      'z.txt',
      'a/2.txt',
      'a/1.txt',
      'a/deep/3.txt',
    ]);
  });

  it('have different names where they come from different places', async () => {
    const inside = ['/m/x/a', '/n/x/b'];
    expect(await namesOf(['/m/x/', '/n/x/', '/m/Notes.txt', '/n/notes.txt'], ...inside)).toEqual([
      'x/a',
      'x (1)/b',
      'Notes.txt',
      'notes (1).txt',
    ]);
  });

  it('have different names where a file and a folder of a storage are called the same', async () => {
    const inside = ['/m/a/x', '/m/a/x/', '/m/a/x/in.txt', '/m/a/y/', '/m/a/y/in.txt'];
    expect(await namesOf(['/m/a/'], ...inside)).toEqual(['a/x', 'a/x (1)/in.txt', 'a/y/in.txt']);
  });

  it('are a folder where one is empty', async () => {
    mockCalls({ fs: fakeMount('/m/a/none/') });
    const files = await listPackedFiles(['/m/a/'], signal);
    expect(files).toMatchObject([{ name: 'a/none/', isFolder: true, sizeBytes: 0 }]);
  });
});
