/** LIKE takes these for wildcards and SQLite has no escape for them: they are stored as others. */
const STAND_INS: Readonly<Record<string, string>> = { '%': '\ue000', _: '\ue001', '\\': '\ue002' };

/** Text as stored for searches and as searched for: case is ignored, every other character counts. */
export function toSearchText(text: string): string {
  return text.toLowerCase().replace(/[%_\\]/g, (character) => STAND_INS[character] ?? character);
}

/** From this length on every third trigram is rare enough to find a text by, and costs a third. */
const LONG_TEXT = 9;

/** Trigrams that begin `step` characters after each other. */
function trigramsOf(text: string, step: number): readonly string[] {
  const characters = [...text];
  const count = Math.max(0, Math.floor((characters.length - 3) / step) + 1);
  return Array.from({ length: count }, (_, at) =>
    characters.slice(at * step, at * step + 3).join(''),
  );
}

/** Tells a text that an index of trigrams can find: one of at least three characters. */
export function hasTrigrams(text: string): boolean {
  return trigramsOf(text, 1).length > 0;
}

/**
 * Query of FTS5 for the trigrams of a text. It finds what contains the text, and perhaps some more, so that each
 * row has to be compared with the text itself.
 */
export function toFtsQuery(text: string): string {
  const trigrams = trigramsOf(text, text.length < LONG_TEXT ? 1 : 3);
  return trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' ');
}

/** Pattern of PostgreSQL's LIKE, which reads its index of trigrams; it finds what {@link toFtsQuery} does. */
export function toLikePattern(text: string): string {
  const pieces = text.length < LONG_TEXT ? [text] : trigramsOf(text, 3);
  const escaped = pieces.map((piece) => piece.replace(/[\\%_]/g, String.raw`\$&`));
  return `%${escaped.join('%')}%`;
}
