import { Button } from '@satchel/ui/actions/button';
import { isDocked, useToastInset } from '@satchel/ui/actions/use-toast-inset';
import clsx from 'clsx';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

export interface SaveBarProps {
  isDirty: boolean;
  /** Whether the values can be saved. */
  isValid: boolean;
  isSaving: boolean;
  onReset: () => void;
  /** Width class, same as the fields above. */
  className: string;
}

/** Footer of a form, always visible; its button submits the form. */
export function SaveBar({ isDirty, isValid, isSaving, onReset, className }: SaveBarProps) {
  const { t } = useTranslation(['panel', 'shell']);
  const bar = useRef<HTMLElement>(null);
  useToastInset(bar, isDocked);
  return (
    <section
      ref={bar}
      aria-label={t('save.label')}
      className="sticky bottom-(--tabs-height) low:static z-20 -mx-gutter mt-auto -mb-5 border-t border-line bg-surface/95 px-gutter py-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] backdrop-blur-sm"
    >
      <div className={clsx('flex flex-wrap items-center gap-3', className)}>
        <p role="status" className="mr-auto text-sm text-ink-muted">
          {isDirty ? t('save.dirty') : t('save.clean')}
        </p>
        {isDirty && (
          <Button variant="quiet" disabled={isSaving} onClick={onReset}>
            {t('save.reset')}
          </Button>
        )}
        <Button type="submit" variant="primary" disabled={!isDirty || !isValid} isBusy={isSaving}>
          {t('shell:actions.save')}
        </Button>
      </div>
    </section>
  );
}
