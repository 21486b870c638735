import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyTextButton } from '#shared/browser/copy-text-button.tsx';

/** Text to copy into a terminal, a file or another program. */
export function CodeSnippet({ label, code }: { label: string; code: string }) {
  const { t } = useTranslation('shell');
  const id = useId();
  return (
    <div className="min-w-0">
      <div className="flex items-end gap-3 pb-1">
        <span id={id} className="min-w-0 flex-1 text-label text-ink">
          {label}
        </span>
        <CopyTextButton
          size="small"
          variant="quiet"
          text={code}
          label={t('actions.copy')}
          aria-describedby={id}
        />
      </div>
      <section
        aria-labelledby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
        className="max-h-72 overflow-auto rounded-md border border-line bg-sunken px-3 py-2"
      >
        <pre className="w-max font-mono text-meta leading-relaxed">{code}</pre>
      </section>
    </div>
  );
}
