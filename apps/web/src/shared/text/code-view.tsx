import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainText } from './plain-text.tsx';

/** Length in characters from which code is shown as plain text, without line numbers and highlighting. */
const NUMBERED_LENGTH = 1_000_000;
/** Maximum line length in such texts. Longer lines are cut, because their layout would freeze the page. */
const MAX_LINE_LENGTH = 32_768;

export interface CodeViewProps {
  text: string;
  /** '' for plain text. */
  language: string;
}

/** Code with line numbers, highlighted if its language is known. */
export function CodeView({ text, language }: CodeViewProps) {
  const { t } = useTranslation('previews');
  const code = useRef<HTMLElement>(null);
  const isNumbered = text.length <= NUMBERED_LENGTH;
  const numbers = useMemo(() => (isNumbered ? lineNumbersOf(text) : ''), [isNumbered, text]);

  useEffect(() => {
    const element = code.current;
    if (!element) return;
    element.textContent = text;
    if (language === '') return;
    let isGone = false;
    import('#shared/markdown/render/code-highlighter.ts').then(
      ({ highlightCode }) => {
        if (!isGone) return highlightCode(element, language);
      },
      // Keeps the plain text if highlighting fails.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [text, language]);

  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable (WCAG 2.1.1)
      tabIndex={0}
      aria-label={t('content')}
      className="overflow-auto bg-raised -outline-offset-2"
    >
      {isNumbered && language !== '' ? (
        <div className="flex w-max min-w-full py-3 font-mono text-[0.8125rem] leading-relaxed print:w-auto">
          <pre
            aria-hidden="true"
            className="sticky left-0 border-r border-line bg-raised px-3 text-right text-ink-faint select-none print:hidden"
          >
            {numbers}
          </pre>
          <pre className="px-4 print:px-0 print:wrap-anywhere print:whitespace-pre-wrap">
            <code ref={code} />
          </pre>
        </div>
      ) : (
        <PlainText
          text={text}
          className="px-4 py-3"
          {...(!isNumbered && { maxLineLength: MAX_LINE_LENGTH })}
        />
      )}
    </section>
  );
}

/** Line numbers as one string, because one node per line would be ten thousand nodes. */
function lineNumbersOf(text: string): string {
  const count = text.split('\n').length - (text.endsWith('\n') && text !== '\n' ? 1 : 0);
  return Array.from({ length: count }, (_, index) => index + 1).join('\n');
}
