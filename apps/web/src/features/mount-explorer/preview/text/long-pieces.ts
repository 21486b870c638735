/** Short enough that one is laid out at once, and long enough that 50 MB are some thousand of them. */
const PIECE_LENGTH = 16_384;
/** A line without an end, such as JSON without spaces, is cut here: laid out whole it would freeze the page. */
const MAX_LENGTH = 32_768;

/** Pieces that end where a line does, or in a line that is too long. */
export function longPiecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > PIECE_LENGTH) {
    const end = text.indexOf('\n', start + PIECE_LENGTH);
    if (end >= 0 && end - start <= MAX_LENGTH) {
      pieces.push(text.slice(start, end));
      start = end + 1;
    } else {
      const cut = endBefore(text, Math.min(start + MAX_LENGTH, text.length));
      pieces.push(text.slice(start, cut));
      start = cut;
    }
  }
  if (start < text.length || pieces.length === 0) pieces.push(text.slice(start));
  return pieces;
}

/** Not in the middle of a character that is two units long. */
function endBefore(text: string, at: number): number {
  const last = text.charCodeAt(at - 1);
  return last >= 0xd800 && last <= 0xdbff ? at - 1 : at;
}
