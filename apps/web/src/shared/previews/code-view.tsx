import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

export interface CodeViewProps {
  text: string;
  /** '' for plain text. */
  language: string;
}

export function CodeView({ text, language }: CodeViewProps) {
  const { t } = useTranslation('previews');
  const code = useRef<HTMLElement>(null);

  useEffect(() => {
    const element = code.current;
    if (!element) return;
    element.textContent = text;
    if (language === '') return;
    let isGone = false;
    import('#shared/markdown/code-highlighter.ts').then(
      ({ highlightCode }) => {
        if (!isGone) return highlightCode(element, language);
      },
      // If colouring fails, the plain text is shown.
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
      className="max-h-[75dvh] overflow-auto bg-raised -outline-offset-2"
    >
      <pre className="w-max px-4 py-3 font-mono text-[0.8125rem] leading-relaxed">
        <code ref={code} />
      </pre>
    </section>
  );
}
