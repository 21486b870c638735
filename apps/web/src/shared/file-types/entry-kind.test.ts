import { describe, expect, it } from 'vitest';
import { fakeEntry } from '#shared/testing/fake-entry.ts';
import { itMaps } from '#shared/testing/it-maps.ts';
import { entryKindOf, entryPreviewKindOf } from './entry-kind.ts';

describe('what an entry is', () => {
  itMaps('%s is a %s', (name: string) => entryKindOf(fakeEntry(name)), [
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
  ]);

  it('is what the administrator’s lists say where the name is not known (SPEC 3)', () => {
    expect(entryKindOf(fakeEntry('a.raw', { typeName: 'image' }))).toBe('image');
  });

  it('tells a mount from a folder', () => {
    expect(entryKindOf(fakeEntry('m/', { isMount: true, isVirtual: true }))).toBe('mount');
  });
});

describe('a file of a mount is shown', () => {
  const shownAs = (name: string, typeName: string, mediaType = '') =>
    entryPreviewKindOf({ name, typeName, mediaType, size: 10 });

  itMaps('%s, which the settings call “%s”, with the media type “%s” as %s', shownAs, [
    ['a.jpg', 'image', '', 'image'],
    ['a.mkv', 'video', '', 'video'],
    ['a.docx', 'office', '', 'office'],
    ['a.pdf', 'document', '', 'pdf'],
    ['a.zip', 'unknown', '', 'archive'],
    ['a.epub', 'unknown', '', 'archive'],
    ['a.md', 'text', '', 'markdown'],
    ['a.csv', 'text', '', 'table'],
    ['a.rs', 'text', '', 'code'],
    ['a.txt', 'text', '', 'text'],
    ['notes', 'unknown', '', 'unknown'],
    ['Makefile', 'unknown', '', 'code'],
    ['a.bin', 'unknown', '', 'unknown'],
    ['found.csv', 'unknown', '', 'table'],
    ['key', 'unknown', '', 'unknown'],
    ['a.PNG', '', 'application/octet-stream', 'image'],
    ['notes', '', 'text/plain; charset=utf-8', 'text'],
    ['data', '', 'application/ld+json', 'code'],
    ['blob', '', 'image/webp', 'image'],
    ['page.html', '', 'text/html', 'code'],
  ]);

  it('as the settings say, also where they say what nobody expects', () => {
    expect(shownAs('a.xyz', 'text')).toBe('text');
    expect(shownAs('a.csv', 'office')).toBe('office');
  });

  it('as TypeScript where `.ts` is too short for a film', () => {
    const file = { name: 'a.ts', typeName: 'video' };
    expect(entryPreviewKindOf({ ...file, size: 20_000 })).toBe('code');
    expect(entryPreviewKindOf({ ...file, size: 20_000_000 })).toBe('video');
  });
});
