import { describe, expect, it } from 'vitest';
import { notePictureRatio, noteThumbnail } from '#shared/previews/images/picture-facts.ts';
import { fakeEntry } from '#shared/testing/fake-entry.ts';
import { thumbnailTaken } from '#shared/testing/thumbnail-taken.ts';
import type { Entry } from '../queries.ts';
import { orderPhotos } from './photo-order.ts';

let run = 0;

/** Files of a folder from the newest; each test has its own, because facts are remembered. */
function filesOf(count: number): readonly Entry[] {
  run += 1;
  return Array.from({ length: count }, (_, index) =>
    fakeEntry(`${run} ${index}.jpg`, { modified: `2026-11-${30 - index}T08:00:00.000Z` }),
  );
}

const take = (file: Entry | undefined, month: string) =>
  file && noteThumbnail(file, thumbnailTaken(`${month.replace('-', ':')}:05 07:08:09`));
const monthsOf = ({ entries, times }: ReturnType<typeof orderPhotos>) =>
  entries.map(({ path, modified }) => (times.get(path) ?? modified).slice(0, 7));

describe('the order of photos', () => {
  it('is that of the files while nothing else is known', () => {
    const files = filesOf(2);
    expect(orderPhotos(files, 'desc').entries).toBe(files);
    expect(monthsOf(orderPhotos(files, 'desc'))).toEqual(['2026-11', '2026-11']);
  });

  it('stays while some are unknown, which belong to the month before them', () => {
    const files = filesOf(5);
    take(files[0], '2024-05');
    take(files[3], '2024-03');
    const shown = orderPhotos(files, 'desc');
    expect(shown.entries).toBe(files);
    expect(monthsOf(shown)).toEqual(['2024-05', '2024-05', '2024-05', '2024-03', '2024-03']);
  });

  it('keeps the months of files while known photos are in another order', () => {
    const files = filesOf(4);
    take(files[0], '2023-01');
    take(files[1], '2024-05');
    expect(new Set(monthsOf(orderPhotos(files, 'desc')))).toEqual(new Set(['2026-11']));
  });

  it('is by the time at which they were taken once all are known', () => {
    const files = [fakeEntry('folder/'), ...filesOf(3), fakeEntry('notes.txt')];
    take(files[1], '2023-01');
    take(files[2], '2024-05');
    const plain = files[3];
    if (plain) notePictureRatio(plain, 3, 2);
    const shown = orderPhotos(files, 'desc');
    expect(shown.entries.map((entry) => files.indexOf(entry))).toEqual([0, 3, 4, 2, 1]);
    expect(monthsOf(shown).slice(1)).toEqual(['2026-11', '2026-01', '2024-05', '2023-01']);
    const rising = orderPhotos(shown.entries, 'asc').entries;
    expect(rising.map((entry) => files.indexOf(entry))).toEqual([0, 1, 2, 4, 3]);
  });
});
