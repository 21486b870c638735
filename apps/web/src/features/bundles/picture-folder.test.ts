import { describe, expect, it } from 'vitest';
import { fakeEntry } from '#shared/testing/fake-entry.ts';
import { isPictureFolder } from './picture-folder.ts';

const folderOf = (...names: string[]) => isPictureFolder(names.map((name) => fakeEntry(name)));

describe('a folder of pictures', () => {
  it('has mostly pictures, whatever its folders', () => {
    expect(folderOf('a.jpg', 'b.PNG', 'c.webp', 'notes.txt', 'raw/')).toBe(true);
    expect(folderOf('x/', 'y/', 'z/', 'a.jpg', 'b.jpg', 'c.jpg')).toBe(true);
  });

  it('is none with many other files, or with only a few pictures', () => {
    expect(folderOf('a.jpg', 'b.jpg', 'c.jpg', 'd.pdf', 'e.pdf', 'f.pdf')).toBe(false);
    expect(folderOf('a.jpg', 'b.jpg')).toBe(false);
    expect(folderOf()).toBe(false);
  });
});
