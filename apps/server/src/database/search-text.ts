/** LIKE takes these for wildcards and SQLite has no escape for them: they are stored as others. */
const STAND_INS: Readonly<Record<string, string>> = { '%': '\ue000', _: '\ue001', '\\': '\ue002' };

/** What is stored for a search, and what is searched for: in any case, and every character itself. */
export function toSearchText(text: string): string {
  return text.toLowerCase().replace(/[%_\\]/g, (character) => STAND_INS[character] ?? character);
}

/** Tells a text that an index of trigrams can find: one of at least three characters. */
export function hasSearchIndex(text: string): boolean {
  return [...text].length >= 3;
}
