/** LIKE takes these for wildcards and SQLite has no escape for them: they are stored as others. */
const STAND_INS: Readonly<Record<string, string>> = { '%': '\ue000', _: '\ue001', '\\': '\ue002' };

/** Text as stored for searches and as searched for: case is ignored, every other character counts. */
export function toSearchText(text: string): string {
  return text.toLowerCase().replace(/[%_\\]/g, (character) => STAND_INS[character] ?? character);
}

/** Tells a text that an index of trigrams can find: one of at least three characters. */
export function hasSearchIndex(text: string): boolean {
  return [...text].length >= 3;
}
