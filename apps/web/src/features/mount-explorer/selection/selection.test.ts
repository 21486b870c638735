import { describe, expect, it } from 'vitest';
import { fakeEntry } from '../listing/fake-entry.ts';
import {
  NO_SELECTION,
  type Selection,
  selectAll,
  selectOnly,
  selectTo,
  selectWithin,
  toggle,
} from './selection.ts';

const entries = ['a', 'b', 'c', 'd', 'e'].map((name) => fakeEntry(name));
const [a, b, , d] = entries as [Entry, Entry, Entry, Entry, Entry];
type Entry = (typeof entries)[number];
const namesOf = ({ paths }: Selection) =>
  entries.filter(({ path }) => paths.has(path)).map(({ name }) => name);

describe('selection as on a desktop', () => {
  it('selects one, and toggles others beside it', () => {
    const two = toggle(selectOnly(a), d);
    expect(namesOf(two)).toEqual(['a', 'd']);
    expect(namesOf(toggle(two, a))).toEqual(['d']);
  });

  it('selects a range from where it began, in both directions', () => {
    const forward = selectTo(selectOnly(b), entries, 3, false);
    expect(namesOf(forward)).toEqual(['b', 'c', 'd']);
    expect(namesOf(selectTo(forward, entries, 0, false))).toEqual(['a', 'b']);
  });

  it('adds a range to what is selected', () => {
    const separate = toggle(selectOnly(a), d);
    expect(namesOf(selectTo(separate, entries, 4, true))).toEqual(['a', 'd', 'e']);
  });

  it('begins a range at the first entry, or where its beginning is gone', () => {
    expect(namesOf(selectTo(NO_SELECTION, entries, 1, false))).toEqual(['a', 'b']);
    const gone: Selection = { paths: new Set(), anchor: '/m/gone' };
    expect(namesOf(selectTo(gone, entries, 2, false))).toEqual(['c']);
  });

  it('selects what a frame touches, alone or beside what was selected', () => {
    expect(namesOf(selectWithin(selectOnly(a), entries, [2, 3, 9], false))).toEqual(['c', 'd']);
    expect(namesOf(selectWithin(selectOnly(a), entries, [2], true))).toEqual(['a', 'c']);
    expect(namesOf(selectWithin(selectOnly(a), entries, [], false))).toEqual([]);
  });

  it('selects all', () => {
    expect(namesOf(selectAll(entries))).toHaveLength(5);
  });
});
