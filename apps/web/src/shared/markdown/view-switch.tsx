import clsx from 'clsx';
import { Columns2, Eye, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';

export type EditorView = 'write' | 'split' | 'preview';

const VIEWS = [
  { view: 'write', icon: <PenLine />, className: '' },
  { view: 'split', icon: <Columns2 />, className: 'max-lg:hidden' },
  { view: 'preview', icon: <Eye />, className: '' },
] as const;

export interface ViewSwitchProps {
  view: EditorView;
  onChange: (view: EditorView) => void;
}

export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  const { t } = useTranslation('markdown');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div
      role="group"
      aria-label={t('editor.views')}
      className="flex shrink-0 rounded-md border border-line bg-sunken p-0.5"
    >
      {VIEWS.map((entry) => (
        <button
          key={entry.view}
          type="button"
          aria-pressed={view === entry.view}
          onClick={() => onChange(entry.view)}
          className={clsx(
            'touch-target inline-flex h-7 items-center gap-1.5 rounded-[0.3rem] px-2.5 text-[0.8125rem] font-medium text-ink-muted hover:text-ink [&_svg]:size-4',
            'justify-center aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-sm',
            entry.className,
          )}
        >
          <span aria-hidden="true">{entry.icon}</span>
          <span className="max-sm:sr-only">{t(`editor.${entry.view}`)}</span>
        </button>
      ))}
    </div>
  );
}
