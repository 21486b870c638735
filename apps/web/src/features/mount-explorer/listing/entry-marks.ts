import type { ScrubberMark } from '@satchel/ui/lists/scrubber';
import { formatMonth } from '#shared/format/format-time.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { Entry } from '../queries.ts';
import type { EntrySort } from './sort-entries.ts';

/** Marks of a sorted list: months, or first letters of names. Other orders have none. */
export function entryMarksOf(
  entries: readonly Entry[],
  times: ReadonlyMap<string, string>,
  sort: EntrySort,
  language: Language,
): readonly ScrubberMark[] {
  if (sort === 'name')
    return marksOf(
      entries,
      ({ name }) => letterOf(name),
      (letter) => letter,
    );
  if (sort !== 'modified') return [];
  // Folders, for which storages have no time, are first and belong to the first month.
  return marksOf(
    entries,
    (entry) =>
      entry.isDirectory ? undefined : (times.get(entry.path) ?? entry.modified).slice(0, 7),
    (month, before) => (month.slice(0, 4) === before?.slice(0, 4) ? '' : month.slice(0, 4)),
  ).map((mark) => ({ ...mark, label: formatMonth(mark.label, language) }));
}

/**
 * @param partOf the part that an entry belongs to; undefined for none
 * @param shortOf text of a part on the strip, after the part before it
 */
function marksOf(
  entries: readonly Entry[],
  partOf: (entry: Entry) => string | undefined,
  shortOf: (part: string, before: string | undefined) => string,
): ScrubberMark[] {
  const marks: ScrubberMark[] = [];
  for (const [index, entry] of entries.entries()) {
    const part = partOf(entry);
    const before = marks.at(-1)?.label;
    if (part === undefined || part === before) continue;
    marks.push({ label: part, short: shortOf(part, before), index });
  }
  return marks;
}

/** Letters by the characters that names begin with; a long list has few. */
const letters = new Map<number | undefined, string>();

function letterOf(name: string): string {
  const first = name.codePointAt(0);
  let letter = letters.get(first);
  if (letter === undefined) {
    const [text = ''] = name;
    letter = /\p{L}/u.test(text) ? text.toUpperCase() : '#';
    letters.set(first, letter);
  }
  return letter;
}
