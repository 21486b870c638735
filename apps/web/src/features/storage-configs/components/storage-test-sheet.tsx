import { Button } from '@satchel/ui/actions/button';
import { ErrorState } from '@satchel/ui/feedback/error-state';
import { Notice } from '@satchel/ui/feedback/notice';
import { Spinner } from '@satchel/ui/feedback/spinner';
import { showToast } from '@satchel/ui/feedback/toast-store';
import { SideSheet } from '@satchel/ui/overlays/side-sheet';
import { CircleCheck, RotateCw, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import type { StorageConfigRow } from '#shared/storage-configs/storage-config-queries.ts';
import { type StorageTest, useApplyCors, useTestStorageConfig } from '../mutations.ts';
import { TestChecklist } from './test-checklist.tsx';

export interface StorageTestSheetProps {
  row: StorageConfigRow;
  onClose: () => void;
}

/** Tests a storage from the server and from the browser, and explains how to fix failures. */
export function StorageTestSheet({ row, onClose }: StorageTestSheetProps) {
  const { t } = useTranslation('storage-configs');
  const test = useTestStorageConfig(row.id);
  const applyCors = useApplyCors(row.id);
  const { mutate: run } = test;
  useEffect(() => run(), [run]);

  function apply() {
    applyCors.mutate(undefined, {
      onSuccess({ allowed_origins }) {
        showToast('success', t('test.corsApplied', { origins: allowed_origins.join(', ') }));
        run();
      },
      onError: showErrorToast,
    });
  }

  return (
    <SideSheet
      onClose={onClose}
      title={t('test.title', { name: row.name })}
      description={t('test.description')}
      className="sm:w-[min(36rem,100vw)]"
      footer={
        <Button icon={<RotateCw />} isBusy={test.isPending} onClick={() => test.mutate()}>
          {t('test.again')}
        </Button>
      }
    >
      <div aria-busy={test.isPending} className="flex flex-col gap-4">
        {test.isPending && (
          <p role="status" className="flex items-center gap-2.5 text-sm text-ink-muted">
            <Spinner />
            {t('test.running')}
          </p>
        )}
        {test.error && !test.isPending && (
          <ErrorState title={t('test.failed')} description={sentenceOf(test.error)} />
        )}
        {test.data && !test.isPending && (
          <>
            <Verdict test={test.data} />
            <TestChecklist
              result={test.data.result}
              isApplying={applyCors.isPending}
              onApplyCors={apply}
            />
          </>
        )}
      </div>
    </SideSheet>
  );
}

function Verdict({ test }: { test: StorageTest }) {
  return (
    <Notice
      role="status"
      tone={test.success ? 'info' : 'danger'}
      icon={test.success ? <CircleCheck className="text-success" /> : <TriangleAlert />}
    >
      {test.result.globalNote}
    </Notice>
  );
}
