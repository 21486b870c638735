/**
 * Replaces LIKE's wildcards by other characters, because SQLite's LIKE has no default escape for them.
 */
const STAND_INS: Readonly<Record<string, string>> = { '%': '\ue000', _: '\ue001', '\\': '\ue002' };

/** Form of a text for searching: case is ignored, every other character counts. */
export function toSearchText(text: string): string {
  return text.toLowerCase().replace(/[%_\\]/g, (character) => STAND_INS[character] ?? character);
}

/** From this length on, every third trigram is selective enough, and costs a third. */
const LONG_TEXT = 9;

/** Trigrams that begin `step` characters after each other. */
function trigramsOf(text: string, step: number): readonly string[] {
  const characters = [...text];
  const count = Math.max(0, Math.floor((characters.length - 3) / step) + 1);
  return Array.from({ length: count }, (_, at) =>
    characters.slice(at * step, at * step + 3).join(''),
  );
}

/** True if an index of trigrams can find the text: it has at least three characters. */
export function hasTrigrams(text: string): boolean {
  return trigramsOf(text, 1).length > 0;
}

/**
 * FTS5 query for the trigrams of a text. It may match more rows than those that contain the text, so
 * each row must be compared with the text itself.
 */
export function toFtsQuery(text: string): string {
  const trigrams = trigramsOf(text, text.length < LONG_TEXT ? 1 : 3);
  return trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' ');
}

/**
 * Pattern for PostgreSQL's LIKE, which uses the trigram index; it matches the same rows as {@link
 * toFtsQuery}.
 */
export function toLikePattern(text: string): string {
  const pieces = text.length < LONG_TEXT ? [text] : trigramsOf(text, 3);
  const escaped = pieces.map((piece) => piece.replace(/[\\%_]/g, String.raw`\$&`));
  return `%${escaped.join('%')}%`;
}
