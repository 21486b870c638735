import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { longPiecesOf } from './long-pieces.ts';

const LINE_REM = 1.42;
/** About as many characters as a line of a wide window has. */
const LINE_LENGTH = 150;

/** A text of many megabytes. Only what is near the view is laid out. */
export function LongText({ text }: { text: string }) {
  const { t } = useTranslation('previews');
  const pieces = useMemo(() => longPiecesOf(text), [text]);
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable (WCAG 2.1.1)
      tabIndex={0}
      aria-label={t('content')}
      className="h-full overflow-auto px-4 py-3 font-mono text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap -outline-offset-2"
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
    </section>
  );
}

/** About how many lines a piece has on the screen, so that the scroll bar is about right before it is laid out. */
function linesOf(piece: string): number {
  return piece
    .split('\n')
    .reduce((sum, { length }) => sum + Math.ceil(length / LINE_LENGTH || 1), 0);
}
