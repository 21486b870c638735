import { describe, expect, it } from 'vitest';
import { splitName } from '#shared/file-types/file-types.ts';
import { itMaps } from '#shared/testing/it-maps.ts';
import {
  childPath,
  directoryPath,
  isBelow,
  nameOf,
  parentOf,
  pathOfSplat,
  pathsTo,
  splatOf,
} from './entry-path.ts';

describe('paths of the mount explorer', () => {
  itMaps('the address %j names %j', pathOfSplat, [
    [undefined, '/'],
    ['', '/'],
    ['a/b/', '/a/b'],
    ['a//b', '/a/b'],
    ['照片/100% sure?#1', '/照片/100% sure?#1'],
    ['a/../b', '/'],
  ]);

  it('goes to the address and back', () => {
    expect(pathOfSplat(splatOf('/a/b c/'))).toBe('/a/b c');
    expect(splatOf('/')).toBe('');
  });

  it('knows parents, names and children, whether of files or directories', () => {
    expect(['/', '/a', '/a/', '/a/b.txt'].map(parentOf)).toEqual(['/', '/', '/', '/a']);
    expect(['/', '/a', '/a/', '/a/b.txt'].map(nameOf)).toEqual(['', 'a', 'a', 'b.txt']);
    expect([childPath('/', 'a'), childPath('/a', 'b')]).toEqual(['/a', '/a/b']);
    expect(['/', '/a', '/a/'].map(directoryPath)).toEqual(['/', '/a/', '/a/']);
  });

  it('lists what leads to a path', () => {
    expect(pathsTo('/')).toEqual(['/']);
    expect(pathsTo('/a/b/')).toEqual(['/', '/a', '/a/b']);
  });

  it('compares whole segments', () => {
    expect(isBelow('/a', '/a/b')).toBe(true);
    expect(isBelow('/a', '/a')).toBe(true);
    expect(isBelow('/', '/a')).toBe(true);
    expect(isBelow('/a', '/ab')).toBe(false);
  });

  it.each([
    ['a.tar.gz', 'a.tar', '.gz'],
    ['.env', '.env', ''],
    ['plain', 'plain', ''],
  ])('splits %s', (name, stem, extension) => {
    expect(splitName(name)).toEqual([stem, extension]);
  });
});
