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
  it.each([
    ['a.jpg', 'image', 'image'],
    ['a.mkv', 'video', 'video'],
    ['a.docx', 'office', 'office'],
    ['a.pdf', 'document', 'pdf'],
    ['a.zip', 'unknown', 'archive'],
    ['a.epub', 'unknown', 'archive'],
    ['a.md', 'text', 'markdown'],
    ['a.csv', 'text', 'table'],
    ['a.rs', 'text', 'code'],
    ['a.txt', 'text', 'text'],
    ['notes', 'unknown', 'unknown'],
    ['Makefile', 'unknown', 'code'],
    ['a.bin', 'unknown', 'unknown'],
    ['found.csv', 'unknown', 'table'],
    ['key', 'unknown', 'unknown'],
  ])('%s, which the settings call %s, as %s', (name, typeName, kind) => {
    expect(entryPreviewKindOf({ name, typeName, size: 10 })).toBe(kind);
  });

  it('as the settings say, also where they say what nobody expects', () => {
    expect(entryPreviewKindOf({ name: 'a.xyz', typeName: 'text', size: 1 })).toBe('text');
    expect(entryPreviewKindOf({ name: 'a.csv', typeName: 'office', size: 1 })).toBe('office');
  });

  it.each([
    ['a.PNG', 'application/octet-stream', 'image'],
    ['notes', 'text/plain; charset=utf-8', 'text'],
    ['data', 'application/ld+json', 'code'],
    ['blob', 'image/webp', 'image'],
    ['page.html', 'text/html', 'code'],
  ])('%s of the media type %s as %s', (name, mediaType, kind) => {
    expect(entryPreviewKindOf({ name, typeName: '', mediaType, size: 1 })).toBe(kind);
  });

  it('as TypeScript where `.ts` is too short for a film', () => {
    const file = { name: 'a.ts', typeName: 'video' };
    expect(entryPreviewKindOf({ ...file, size: 20_000 })).toBe('code');
    expect(entryPreviewKindOf({ ...file, size: 20_000_000 })).toBe('video');
  });
});
