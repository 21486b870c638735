import { describe, expect, it } from 'vitest';
import { entryKindOf } from './entry-kind.ts';
import { fakeEntry } from './listing/fake-entry.ts';

describe('what an entry is', () => {
  it.each([
    ['photos/', 'folder'],
    ['a.JPG', 'image'],
    ['a.tar.gz', 'archive'],
    ['budget.csv', 'table'],
    ['talk.pptx', 'slides'],
    ['letter.docx', 'document'],
    ['README.md', 'text'],
    ['main.ts', 'code'],
    ['manual.pdf', 'pdf'],
    ['thing', 'unknown'],
  ])('%s is a %s', (name, kind) => {
    expect(entryKindOf(fakeEntry(name))).toBe(kind);
  });

  it('is what the administrator’s lists say where the name is not known (SPEC 3)', () => {
    expect(entryKindOf(fakeEntry('a.raw', { typeName: 'image' }))).toBe('image');
  });

  it('tells a mount from a folder', () => {
    expect(entryKindOf(fakeEntry('m/', { isMount: true, isVirtual: true }))).toBe('mount');
  });
});
