import clsx from 'clsx';
import { useMemo } from 'react';

/** Long enough that there are few pieces, short enough that one is laid out at once. */
const PIECE_LENGTH = 16_384;
const LINE_REM = 1.42;
/** About as many characters as a line of a wide window has. */
const LINE_LENGTH = 150;

export interface PlainTextProps {
  text: string;
  className?: string;
  /** Cuts longer lines, such as JSON without spaces, which would freeze the page. Default: no line is cut. */
  maxLineLength?: number;
}

/** A text as it is. Of a long one, only what is near the view is laid out, so that it scrolls at once. */
export function PlainText({ text, className, maxLineLength }: PlainTextProps) {
  const pieces = useMemo(() => piecesOf(text, maxLineLength), [text, maxLineLength]);
  return (
    <div
      className={clsx(
        'font-mono text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap',
        className,
      )}
    >
      {pieces.map((piece, index) => (
        <div
          key={index}
          className="[content-visibility:auto]"
          style={{ containIntrinsicSize: `auto ${linesOf(piece) * LINE_REM}rem` }}
        >
          {piece}
        </div>
      ))}
    </div>
  );
}

/** About how many lines a piece has on the screen, so that the scroll bar is about right before it is laid out. */
function linesOf(piece: string): number {
  return piece
    .split('\n')
    .reduce((sum, { length }) => sum + Math.ceil(length / LINE_LENGTH || 1), 0);
}

/**
 * Pieces that end where a line does, or in a line that is too long. Without such a line, together with a line
 * break between them they are the text.
 */
export function piecesOf(
  text: string,
  maxLineLength = Number.POSITIVE_INFINITY,
): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > PIECE_LENGTH) {
    const lineEnd = text.indexOf('\n', start + PIECE_LENGTH);
    const end = lineEnd < 0 ? text.length : lineEnd;
    const isCut = end - start > maxLineLength;
    if (lineEnd < 0 && !isCut) break;
    const cut = isCut ? endBefore(text, start + maxLineLength) : end;
    pieces.push(text.slice(start, cut));
    start = isCut ? cut : cut + 1;
  }
  return [...pieces, text.slice(start)];
}

/** Not in the middle of a character that is two units long. */
function endBefore(text: string, at: number): number {
  const last = text.charCodeAt(at - 1);
  return last >= 0xd800 && last <= 0xdbff ? at - 1 : at;
}
