import { describe, expect, it } from 'vitest';
import { fakeEntry } from '#shared/testing/fake-entry.ts';
import { entryMarksOf } from './entry-marks.ts';

describe('the marks of a long list', () => {
  const photo = (modified: string) => fakeEntry(`${modified}.jpg`, { modified });

  it('are months, with each year once', () => {
    const entries = [
      fakeEntry('folder/'),
      photo('2026-03-05T00:00:00.000Z'),
      photo('2026-03-01T00:00:00.000Z'),
      photo('2026-02-01T00:00:00.000Z'),
      photo('2025-12-31T00:00:00.000Z'),
    ];
    expect(entryMarksOf(entries, new Map(), 'modified', 'en')).toEqual([
      { label: 'March 2026', short: '2026', index: 1 },
      { label: 'February 2026', short: '', index: 3 },
      { label: 'December 2025', short: '2025', index: 4 },
    ]);
    expect(entryMarksOf(entries, new Map(), 'modified', 'zh')[0]?.label).toBe('2026年3月');
  });

  it('are first letters of names', () => {
    const entries = ['1.txt', '2.txt', 'apple', 'Axe', '北京.jpg'].map((name) => fakeEntry(name));
    const marks = entryMarksOf(entries, new Map(), 'name', 'en');
    expect(marks.map(({ short, index }) => [short, index])).toEqual([
      ...[
        ['#', 0],
        ['A', 2],
        ['北', 4],
      ],
    ]);
    expect(entryMarksOf(entries, new Map(), 'size', 'en')).toEqual([]);
  });
});
