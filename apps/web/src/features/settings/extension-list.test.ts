import { describe, expect, it } from 'vitest';
import { itMaps } from '#shared/testing/it-maps.ts';
import { invalidExtensionsOf, toExtensionList } from './extension-list.ts';

describe('a list of extensions', () => {
  itMaps('that is typed as %j is stored as %j', toExtensionList, [
    ['txt,md', 'txt,md'],
    [' .TXT, *.md;\njson ', 'txt,md,json'],
    ['txt，md、log', 'txt,md,log'],
    ['txt,txt,TXT', 'txt'],
    ['', ''],
    [' , ', ''],
  ]);

  it('has letters and digits only', () => {
    expect(invalidExtensionsOf('txt, tar.gz, m-d, 图')).toEqual(['tar.gz', 'm-d', '图']);
    expect(invalidExtensionsOf('mp3, 7z')).toEqual([]);
  });
});
