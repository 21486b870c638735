import { describe, expect, it } from 'vitest';
import { explorerSearchOf } from './explorer-search.ts';

describe('what the address of a directory says', () => {
  it('names a preview and a search, also those that look like numbers', () => {
    expect(explorerSearchOf({ preview: 'a.txt', q: 2024, scope: 'global' })).toEqual({
      preview: 'a.txt',
      q: '2024',
      scope: 'global',
    });
  });

  it('narrows the list', () => {
    const search = { filter: '7', kind: 'images' };
    expect(explorerSearchOf({ filter: 7, kind: 'images' })).toEqual(search);
    expect(explorerSearchOf({ filter: '', kind: 'colours' })).toEqual({});
  });

  it('ignores what is neither, and scopes that there are not', () => {
    expect(explorerSearchOf({ preview: '', q: ['x'], scope: 'moon', page: 3 })).toEqual({});
    expect(explorerSearchOf({ scope: 'directory' })).toEqual({});
  });
});
