import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

export interface LivePreviewProps {
  label: string;
  isEmpty: boolean;
  children: ReactNode;
}

/** Preview of what visitors will see, updated while typing. */
export function LivePreview({ label, isEmpty, children }: LivePreviewProps) {
  const { t } = useTranslation('settings');
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-1">
      <h3 id={id} className="text-label text-ink-muted">
        {label}
      </h3>
      <div className="overflow-hidden rounded-lg border border-dashed border-line-strong/60 bg-canvas">
        {isEmpty ? (
          <p className="px-4 py-6 text-center text-sm text-ink-faint">{t('site.nothingShown')}</p>
        ) : (
          children
        )}
      </div>
    </section>
  );
}
