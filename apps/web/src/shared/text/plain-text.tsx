import clsx from 'clsx';
import { useMemo } from 'react';

/** Characters per piece: few pieces in total, and fast layout of each. */
const PIECE_LENGTH = 16_384;
const LINE_REM = 1.42;
/** Approximate number of characters per line of a wide window. */
const LINE_LENGTH = 150;

export interface PlainTextProps {
  text: string;
  className?: string;
  /** Cuts longer lines, such as JSON without spaces, which would freeze the page. Default: no line is cut. */
  maxLineLength?: number;
}

/**
 * Plain text. The browser lays out only pieces near the viewport, so that a long text scrolls immediately.
 */
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

/** Approximate number of lines of a piece, so that the scroll bar is roughly right before the layout. */
function linesOf(piece: string): number {
  return piece
    .split('\n')
    .reduce((sum, { length }) => sum + Math.ceil(length / LINE_LENGTH || 1), 0);
}

/**
 * Splits a text into pieces at line breaks, and within a line that is too long. Without such lines, the
 * pieces joined by line breaks are the text.
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

/** Moves a position so that it does not split a surrogate pair. */
function endBefore(text: string, at: number): number {
  const last = text.charCodeAt(at - 1);
  return last >= 0xd800 && last <= 0xdbff ? at - 1 : at;
}
