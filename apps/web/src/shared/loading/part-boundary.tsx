import { Button } from '@satchel/ui/actions/button';
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { useRecovery } from './use-recovery.ts';

export interface PartBoundaryProps {
  children: ReactNode;
  /** Called before another try. */
  onReset?: () => void;
  /** For what nobody has asked for and sees nothing of: a failure is not told; default false. */
  isSilent?: boolean;
}

/** Code or data of a part that did not load. It may load later, so the part is tried again by itself. */
export class LoadError extends Error {}

/**
 * Shows the failure of a part of a page in its own place; the rest stays as it is. After a `LoadError` it
 * tries again by itself when the network is back.
 *
 * @example
 * <PartBoundary>
 *   <FilePreview {...file} />
 * </PartBoundary>
 */
export function PartBoundary({ children, onReset, isSilent = false }: PartBoundaryProps) {
  return (
    <ErrorBoundary
      onReset={() => onReset?.()}
      fallbackRender={({ error, resetErrorBoundary }) => (
        <>
          {error instanceof LoadError && <Recovery onTry={resetErrorBoundary} />}
          {!isSilent && <PartFailure onRetry={resetErrorBoundary} />}
        </>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

function Recovery({ onTry }: { onTry: () => void }) {
  useRecovery(onTry);
  return null;
}

function PartFailure({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 p-3 text-sm text-ink-muted">
      <span>{navigator.onLine ? t('part.failed') : t('part.offline')}</span>
      <Button size="small" onClick={onRetry}>
        {t('actions.retry')}
      </Button>
    </div>
  );
}
