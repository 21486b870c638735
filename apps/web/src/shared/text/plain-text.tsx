import clsx from 'clsx';
import { useMemo } from 'react';

/** Long enough that there are few pieces, short enough that one is laid out at once. */
const PIECE_LENGTH = 16_384;

/** A text as it is. Of a long one, only what is near the view is laid out, so that it scrolls at once. */
export function PlainText({ text, className }: { text: string; className?: string }) {
  const pieces = useMemo(() => piecesOf(text), [text]);
  return (
    <div
      className={clsx(
        'font-mono text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap',
        className,
      )}
    >
      {pieces.map((piece, index) => (
        <div key={index} className="[contain-intrinsic-size:auto_40rem] [content-visibility:auto]">
          {piece}
        </div>
      ))}
    </div>
  );
}

/** Pieces that end where a line does. Together with a line break between them they are the text. */
export function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > PIECE_LENGTH) {
    const end = text.indexOf('\n', start + PIECE_LENGTH);
    if (end < 0) break;
    pieces.push(text.slice(start, end));
    start = end + 1;
  }
  return [...pieces, text.slice(start)];
}
