import { beforeEach, describe, expect, it } from 'vitest';
import { endSession, setSession } from '#shared/session/session-store.ts';
import { addSearch, clearSearches, searchHistory } from './search-history.ts';

beforeEach(() => {
  setSession({ kind: 'admin', token: 't' }, 0);
  clearSearches();
});

describe('what was searched for', () => {
  it('is kept newest first, once each, and not without end', () => {
    for (const words of ['one', 'two', 'one']) addSearch(words);
    expect(searchHistory.get()).toEqual(['one', 'two']);
    for (let count = 0; count < 20; count += 1) addSearch(`search ${count}`);
    expect(searchHistory.get()).toHaveLength(10);
    expect(searchHistory.get()[0]).toBe('search 19');
    expect(JSON.parse(localStorage.getItem('fileSearchHistory') ?? '')).toHaveLength(10);
  });

  it('goes with whoever has searched', () => {
    addSearch('secret plans');
    endSession('logout');
    expect(searchHistory.get()).toEqual([]);
    expect(localStorage.getItem('fileSearchHistory')).toBeNull();
  });
});
