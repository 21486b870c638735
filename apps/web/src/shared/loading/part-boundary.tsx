import { Button } from '@satchel/ui/button';
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

/**
 * Keeps the failure of a part of a page in its own place: it says so there, and the rest stays as it is. It
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
      fallbackRender={({ resetErrorBoundary }) => (
        <PartFailure onRetry={resetErrorBoundary} isSilent={isSilent} />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

function PartFailure({ onRetry, isSilent }: { onRetry: () => void; isSilent: boolean }) {
  const { t } = useTranslation('shell');
  useRecovery(onRetry);
  if (isSilent) return null;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 p-3 text-sm text-ink-muted">
      <span>{navigator.onLine ? t('part.failed') : t('part.offline')}</span>
      <Button size="small" onClick={onRetry}>
        {t('actions.retry')}
      </Button>
    </div>
  );
}
