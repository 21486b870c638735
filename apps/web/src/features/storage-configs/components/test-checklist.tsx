import { Button } from '@satchel/ui/actions/button';
import { CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StorageTest } from '../mutations.ts';

/** Checks in order; later ones depend on earlier ones. */
const CHECKS = ['read', 'write', 'clock', 'range', 'multipart', 'cors', 'frontendSim'] as const;

export interface TestChecklistProps {
  result: StorageTest['result'];
  isApplying: boolean;
  onApplyCors: () => void;
}

/** Results of the test, each with an explanation or a fix. */
export function TestChecklist({ result, isApplying, onApplyCors }: TestChecklistProps) {
  const { t } = useTranslation('storage-configs');
  const { step1, step2, step3 } = result.frontendSim.steps;
  return (
    <ol aria-label={t('test.list')} className="flex flex-col divide-y divide-line">
      {CHECKS.map((check) => (
        <Check key={check} title={t(`test.checks.${check}`)} finding={result[check]}>
          {check === 'cors' && !result.cors.success && result.read.success && (
            <Button size="small" className="mt-2" isBusy={isApplying} onClick={onApplyCors}>
              {t('test.applyCors')}
            </Button>
          )}
          {check === 'frontendSim' &&
            !result.frontendSim.success &&
            !result.frontendSim.skipped && (
              <ul className="mt-1.5 flex flex-col gap-1">
                {[step1, step2, step3].flatMap((step) =>
                  step ? [<Step key={step.name} name={step.name} isPassed={step.success} />] : [],
                )}
              </ul>
            )}
        </Check>
      ))}
    </ol>
  );
}

interface CheckProps {
  title: string;
  finding: StorageTest['result']['range'];
  children: ReactNode;
}

function Check({ title, finding, children }: CheckProps) {
  const { t } = useTranslation('storage-configs');
  const { Icon, label, className } = finding.success
    ? { Icon: CircleCheck, label: t('test.passed'), className: 'text-success' }
    : finding.skipped
      ? { Icon: CircleMinus, label: t('test.skipped'), className: 'text-ink-faint' }
      : { Icon: CircleX, label: t('test.notPassed'), className: 'text-danger' };
  return (
    <li className="flex gap-3 py-3 first:pt-0">
      <Icon role="img" aria-label={label} className={`mt-0.5 size-4.5 shrink-0 ${className}`} />
      <div className="min-w-0 flex-1">
        <h3 className="text-sm font-medium">{title}</h3>
        {finding.error && !finding.skipped && (
          <p className="text-sm text-danger wrap-anywhere">{finding.error}</p>
        )}
        <p className="text-meta text-ink-muted wrap-anywhere">{finding.note}</p>
        {children}
      </div>
    </li>
  );
}

function Step({ name, isPassed }: { name: string; isPassed: boolean }) {
  const { t } = useTranslation('storage-configs');
  return (
    <li className="text-meta text-ink-muted">
      {isPassed ? '✓' : '✗'} {name}
      <span className="sr-only">: {isPassed ? t('test.passed') : t('test.notPassed')}</span>
    </li>
  );
}
