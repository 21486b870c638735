import { describe, expect, it } from 'vitest';
import { invalidExtensionsOf, toExtensionList } from './extension-list.ts';

describe('a list of extensions', () => {
  it.each([
    ['txt,md', 'txt,md'],
    [' .TXT, *.md;\njson ', 'txt,md,json'],
    ['txt，md、log', 'txt,md,log'],
    ['txt,txt,TXT', 'txt'],
    ['', ''],
    [' , ', ''],
  ])('that is typed as %j is stored as %j', (typed, stored) => {
    expect(toExtensionList(typed)).toBe(stored);
  });

  it('has letters and digits only', () => {
    expect(invalidExtensionsOf('txt, tar.gz, m-d, 图')).toEqual(['tar.gz', 'm-d', '图']);
    expect(invalidExtensionsOf('mp3, 7z')).toEqual([]);
  });
});
