import { Button } from '@satchel/ui/actions/button';
import { ErrorState } from '@satchel/ui/feedback/error-state';
import { Notice } from '@satchel/ui/feedback/notice';
import { ProgressBar } from '@satchel/ui/feedback/progress-bar';
import { SideSheet } from '@satchel/ui/overlays/side-sheet';
import { RotateCw, X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { ConnectionVerdict } from './connection-verdict.tsx';
import { STEPS } from './measure-connection.ts';
import { MeasurementList } from './measurement-list.tsx';
import { useConnectionTest } from './use-connection-test.ts';

/** Measures the connection of this browser, and explains what limits uploads and how to fix it. */
export function ConnectionTestSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('dashboard');
  const { isPending, isSuccess, data, error, step, mutate: run, cancel } = useConnectionTest();
  useEffect(() => run(), [run]);
  const position = STEPS.indexOf(step);
  return (
    <SideSheet
      onClose={onClose}
      title={t('connection.title')}
      description={t('connection.description')}
      className="sm:w-[min(36rem,100vw)]"
      footer={
        isPending ? (
          <Button icon={<X />} onClick={cancel}>
            {t('connection.cancel')}
          </Button>
        ) : (
          <Button icon={<RotateCw />} onClick={() => run()}>
            {t('connection.again')}
          </Button>
        )
      }
    >
      <div aria-busy={isPending} className="flex flex-col gap-4">
        {isPending && (
          <>
            <ProgressBar
              label={t('connection.title')}
              fraction={position / STEPS.length}
              valueText={t('connection.step', { number: position + 1, total: STEPS.length })}
            />
            <p role="status" className="text-sm text-ink-muted">
              {t(`connection.steps.${step}`)}
            </p>
          </>
        )}
        {error && !isPending && (
          <ErrorState title={t('connection.failed')} description={sentenceOf(error)} />
        )}
        {isSuccess && !data && <Notice role="status">{t('connection.cancelled')}</Notice>}
        {data && !isPending && (
          <>
            <ConnectionVerdict verdict={data.verdict} />
            <MeasurementList measurement={data.measurement} />
          </>
        )}
      </div>
    </SideSheet>
  );
}
