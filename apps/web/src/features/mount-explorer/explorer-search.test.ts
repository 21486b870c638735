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

  it('ignores what is neither, and scopes that there are not', () => {
    expect(explorerSearchOf({ preview: '', q: ['x'], scope: 'moon', page: 3 })).toEqual({});
    expect(explorerSearchOf({ scope: 'directory' })).toEqual({});
  });
});
