import { Button } from '@satchel/ui/actions/button';
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { useRecovery } from './use-recovery.ts';

export interface PartBoundaryProps {
  children: ReactNode;
  /** True for invisible parts that the user did not request: failures are not shown; default false. */
  isSilent?: boolean;
}

/** Code or data of a part failed to load. The boundary retries it, because it may load later. */
export class LoadError extends Error {}

/**
 * Shows the error of a part of a page in its place, while the rest keeps working. After a `LoadError` it
 * retries when the network is back.
 *
 * @example
 * <PartBoundary>
 *   <FilePreview {...file} />
 * </PartBoundary>
 */
export function PartBoundary({ children, isSilent = false }: PartBoundaryProps) {
  return (
    <ErrorBoundary
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
