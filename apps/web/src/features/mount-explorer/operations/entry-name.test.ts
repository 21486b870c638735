import { describe, expect, it } from 'vitest';
import { fakeEntry } from '#shared/testing/fake-entry.ts';
import { itMaps } from '#shared/testing/it-maps.ts';
import { freeName, problemOfName } from './entry-name.ts';

const entries = [fakeEntry('notes.txt'), fakeEntry('photos/'), fakeEntry('r\u00e9sum\u00e9')];

describe('names of entries', () => {
  itMaps('%j: %s', (name: string) => problemOfName(name, entries), [
    ['report.pdf', undefined],
    ['照片 2026', undefined],
    ['100%#?&', undefined],
    ['  ', 'empty'],
    ['a/b', 'slash'],
    ['..', 'invalid'],
    ['a\\b', 'invalid'],
    ['照'.repeat(86), 'invalid'],
    ['notes.txt', 'taken'],
    [' photos ', 'taken'],
    ['re\u0301sume\u0301', 'taken'],
  ]);

  it('may stay what it is', () => {
    expect(problemOfName('notes.txt', entries, 'notes.txt')).toBeUndefined();
    const spaced = [...entries, fakeEntry('notes.txt ')];
    expect(problemOfName('notes.txt ', spaced, 'notes.txt ')).toBeUndefined();
  });

  it('proposes one that is free', () => {
    expect(freeName(['letter', '.txt'], entries)).toBe('letter.txt');
    expect(freeName(['notes', '.txt'], entries)).toBe('notes 2.txt');
    expect(freeName(['photos', ''], [...entries, fakeEntry('photos 2/')])).toBe('photos 3');
  });
});
