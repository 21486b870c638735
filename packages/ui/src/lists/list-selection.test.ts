import { describe, expect, it } from 'vitest';
import {
  deselect,
  type ListSelection,
  NO_SELECTION,
  select,
  selectAll,
  selectOnly,
  selectTo,
  selectWithin,
  toggle,
} from './list-selection.ts';

const listed = ['a', 'b', 'c', 'd', 'e'];
const keysOf = ({ keys }: ListSelection) => listed.filter((key) => keys.has(key));

describe('selection as on a desktop', () => {
  it('selects one, and toggles others beside it', () => {
    const two = toggle(selectOnly('a'), 'd');
    expect(keysOf(two)).toEqual(['a', 'd']);
    expect(keysOf(toggle(two, 'a'))).toEqual(['d']);
  });

  it('selects and deselects several beside the others', () => {
    const three = select(selectOnly('a'), ['c', 'd']);
    expect(keysOf(three)).toEqual(['a', 'c', 'd']);
    expect(keysOf(deselect(three, ['a', 'd', 'e']))).toEqual(['c']);
  });

  it('selects a range from where it began, in both directions', () => {
    const forward = selectTo(selectOnly('b'), listed, 3, false);
    expect(keysOf(forward)).toEqual(['b', 'c', 'd']);
    expect(keysOf(selectTo(forward, listed, 0, false))).toEqual(['a', 'b']);
  });

  it('adds a range to what is selected', () => {
    const separate = toggle(selectOnly('a'), 'd');
    expect(keysOf(selectTo(separate, listed, 4, true))).toEqual(['a', 'd', 'e']);
  });

  it('begins a range at the first item, or where its beginning is gone', () => {
    expect(keysOf(selectTo(NO_SELECTION, listed, 1, false))).toEqual(['a', 'b']);
    const gone: ListSelection = { keys: new Set(), anchor: 'gone' };
    expect(keysOf(selectTo(gone, listed, 2, false))).toEqual(['c']);
  });

  it('selects what a frame touches, alone or beside what was selected', () => {
    expect(keysOf(selectWithin(selectOnly('a'), ['c', 'd'], false))).toEqual(['c', 'd']);
    expect(keysOf(selectWithin(selectOnly('a'), ['c'], true))).toEqual(['a', 'c']);
    expect(keysOf(selectWithin(selectOnly('a'), [], false))).toEqual([]);
  });

  it('selects all', () => {
    expect(keysOf(selectAll(listed))).toHaveLength(5);
  });
});
