import { describe, expect, it } from 'vitest';
import { fakeEntry } from '#shared/testing/fake-entry.ts';
import { filterEntries, imagesAndFolders, isFiltering, NO_FILTER } from './filter-entries.ts';

const entries = ['Photos/', 'cat.JPG', 'dog.mp4', 'notes.md', 'old.zip'].map((name) =>
  fakeEntry(name),
);
const namesOf = (shown: typeof entries | readonly (typeof entries)[number][]) =>
  shown.map(({ name }) => name);
const NONE = new Set<string>();

describe('the filter of a directory', () => {
  it('shows everything at first, without another array', () => {
    expect(filterEntries(entries, NO_FILTER, NONE)).toBe(entries);
    expect(isFiltering(NO_FILTER)).toBe(false);
  });

  it('finds names by a part of them, whatever the case', () => {
    const found = filterEntries(entries, { words: ' OT', kind: null }, NONE);
    expect(namesOf(found)).toEqual(['Photos', 'notes.md']);
  });

  it.each([
    ['folders', ['Photos']],
    ['images', ['cat.JPG']],
    ['media', ['dog.mp4']],
    ['documents', ['notes.md']],
    ['archives', ['old.zip']],
  ] as const)('shows %s only', (kind, expected) => {
    expect(namesOf(filterEntries(entries, { words: '', kind }, NONE))).toEqual(expected);
  });

  it('leaves out what is about to be deleted', () => {
    const shown = filterEntries(entries, NO_FILTER, new Set(['/m/old.zip', '/m/Photos/']));
    expect(namesOf(shown)).toEqual(['cat.JPG', 'dog.mp4', 'notes.md']);
  });

  it('keeps folders beside images, so that one can go on', () => {
    expect(namesOf(imagesAndFolders(entries))).toEqual(['Photos', 'cat.JPG']);
  });
});
