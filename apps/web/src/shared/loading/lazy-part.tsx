import { Button } from '@satchel/ui/button';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { useRecovery } from './use-recovery.ts';

/**
 * A part of a page whose code is loaded when it is shown. If that fails, it says so in its own place,
 * and the rest of the page stays as it is; it tries again by itself when the network is back.
 *
 * @param fallback what is shown while it loads; nothing by default
 * @param isSilent for what nobody has asked for and sees nothing of: a failure is not told; default false
 *
 * @example
 * const QrDialog = lazyPart(() => import('./qr-dialog.tsx').then((module) => module.QrDialog));
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
  isSilent = false,
): ComponentType<Props> {
  const create = () => lazy(() => load().then((part) => ({ default: part })));
  // Made anew for another try, because `lazy` remembers a failure.
  let Part: ComponentType<Props> = create();
  return function LazyPart(props: Props) {
    return (
      <ErrorBoundary
        onReset={() => {
          Part = create();
        }}
        fallbackRender={({ resetErrorBoundary }) => (
          <PartFailure onRetry={resetErrorBoundary} isSilent={isSilent} />
        )}
      >
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
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
