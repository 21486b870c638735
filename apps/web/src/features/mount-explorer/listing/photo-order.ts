import { fileTypeOf } from '#shared/file-types/file-types.ts';
import { pictureFactsOf } from '#shared/previews/images/picture-facts.ts';
import type { Entry } from '../queries.ts';
import type { EntryOrder } from './sort-entries.ts';

/** Entries of a gallery that is ordered by time. */
export interface PhotoOrder {
  readonly entries: readonly Entry[];
  /** Time of each file for headings, by its path; files that are missing have the time of their change. */
  readonly times: ReadonlyMap<string, string>;
}

/** Share of the photos that may lie in another month than their neighbours, as parallel uploads leave them. */
const MAX_STRAY = 0.05;

/**
 * Orders a gallery by when its photos were taken, which only thumbnails tell. Photos move once: when the times of
 * all of them are known. Until then those that are known give their months to the photos after them, if their
 * order agrees with that of the files; otherwise months are those of the files.
 *
 * @param entries sorted by the time of their change, folders first
 */
export function orderPhotos(entries: readonly Entry[], order: EntryOrder['order']): PhotoOrder {
  const known = new Map<string, string>();
  let isComplete = true;
  for (const entry of entries) {
    const time = knownTimeOf(entry);
    if (time !== undefined) known.set(entry.path, time);
    else if (isPicture(entry)) isComplete = false;
  }
  if (known.size === 0) return { entries, times: known };
  if (!isComplete) return { entries, times: continuedTimes(entries, known, order) };
  const sign = order === 'asc' ? 1 : -1;
  const timeOf = ({ path, modified }: Entry) => known.get(path) ?? modified;
  const sorted = entries.toSorted((a, b) => {
    if (a.isDirectory !== b.isDirectory) return a.isDirectory ? -1 : 1;
    const [first, second] = [timeOf(a), timeOf(b)];
    return first === second ? 0 : sign * (first < second ? -1 : 1);
  });
  const isSame = sorted.every((entry, index) => entry === entries[index]);
  return { entries: isSame ? entries : sorted, times: known };
}

/** Undefined until the thumbnail has loaded. A photo that does not tell its time has that of the file. */
function knownTimeOf(entry: Entry): string | undefined {
  const { taken, ratio } = pictureFactsOf(entry);
  return taken ?? (ratio === undefined ? undefined : entry.modified);
}

function isPicture({ name, isDirectory }: Entry): boolean {
  return !isDirectory && fileTypeOf(name)?.hasThumbnail === true;
}

/** Makes times only rise or only fall, so that each month has one heading. */
function continuedTimes(
  entries: readonly Entry[],
  known: ReadonlyMap<string, string>,
  order: EntryOrder['order'],
): ReadonlyMap<string, string> {
  const times = new Map<string, string>();
  let [last = ''] = known.values();
  let strays = 0;
  for (const { path, isDirectory } of entries) {
    if (isDirectory) continue;
    const time = known.get(path) ?? last;
    const isAfter = order === 'asc' ? time >= last : time <= last;
    if (isAfter) last = time;
    else if (time.slice(0, 7) !== last.slice(0, 7)) strays += 1;
    times.set(path, last);
  }
  return strays <= known.size * MAX_STRAY ? times : new Map();
}
