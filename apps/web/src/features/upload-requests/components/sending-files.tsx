import { Button } from '@satchel/ui/actions/button';
import { Notice } from '@satchel/ui/feedback/notice';
import { Card } from '@satchel/ui/layout/card';
import { VirtualList } from '@satchel/ui/lists/virtual-list';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '#shared/errors/error-notice.tsx';
import { plainName } from '#shared/format/plain-name.ts';
import { removeEnded, TaskActions } from '#shared/tasks/display/task-actions.tsx';
import { TaskBar } from '#shared/tasks/display/task-bar.tsx';
import { TaskStatus } from '#shared/tasks/display/task-status.tsx';
import { useTask } from '#shared/tasks/use-tasks.ts';
import { FileThumbnail } from '#shared/uploads/choosing/file-thumbnail.tsx';
import { isRefusal } from '../delivery/chosen.ts';
import { isDeliveryTask } from '../delivery/delivery-task.ts';
import type { useDelivery } from '../delivery/use-delivery.ts';
import { ArrivedList } from './arrived-files.tsx';

const ROW_HEIGHT_PX = 72;

export interface SendingFilesProps {
  delivery: ReturnType<typeof useDelivery>;
  hasChosen: boolean;
  /** Whether the request accepts no more files. */
  isFull: boolean;
}

/** Files under way and those that arrived before, with the button that ends the delivery. */
export function SendingFiles({ delivery, hasChosen, isFull }: SendingFilesProps) {
  const { t } = useTranslation('upload-requests');
  const { sending, sent, isSending, finish } = delivery;
  const failed = sending.filter(({ state }) => state === 'failed');
  const hasFailed = failed.length > 0;
  const areRefused = failed.every(({ error }) => isRefusal(error));
  const hasArrived = sent.length > 0 || sending.some(({ state }) => state === 'completed');
  const mayFinish = hasArrived && !isSending && !hasChosen;
  if (sending.length === 0 && sent.length === 0) return null;
  return (
    <Card className="overflow-clip">
      <div className="flex flex-col gap-1 border-b border-line px-4 py-3">
        <h2 role="status" className="text-heading">
          {sending.length > 0 ? t('sending.title') : t('sending.sent', { count: sent.length })}
        </h2>
        <p className="text-meta text-ink-muted">
          {isSending ? t('sending.hint') : hasArrived && !isFull && t('sending.sentHint')}
        </p>
      </div>
      {sending.length === 0 ? (
        <ArrivedList files={sent} />
      ) : (
        <VirtualList
          label={t('sending.title')}
          items={sending}
          getKey={({ id }) => id}
          rowHeightPx={ROW_HEIGHT_PX}
          areRowsMeasured
          className="max-h-96"
          renderItem={({ id }) => <SendingRow id={id} />}
        />
      )}
      {(hasFailed || mayFinish || finish.error) && (
        <div className="flex flex-col gap-3 p-4">
          {hasFailed && !isSending && (
            <Notice tone="warning" role="status">
              {t(`sending.${failureOf()}`)}
            </Notice>
          )}
          {finish.error && <ErrorNotice error={finish.error} />}
          <div className="flex flex-wrap gap-2">
            {hasFailed && !isSending && !areRefused && (
              <Button onClick={retryFailed}>{t('sending.retry')}</Button>
            )}
            {hasFailed && !isSending && !hasArrived && (
              <Button onClick={() => failed.forEach(removeEnded)}>
                {t('sending.removeFailed')}
              </Button>
            )}
            {mayFinish && (
              <Button isBusy={finish.isPending} onClick={() => finish.mutate()}>
                {t(hasFailed ? 'sending.finishWithout' : 'sending.finish')}
              </Button>
            )}
          </div>
        </div>
      )}
    </Card>
  );

  function retryFailed(): void {
    for (const { retry } of failed) retry?.();
  }

  function failureOf() {
    if (hasArrived) return areRefused ? 'refused' : 'failed';
    return areRefused ? 'allRefused' : 'allFailed';
  }
}

function SendingRow({ id }: { id: string }) {
  const task = useTask(id);
  if (!task || !isDeliveryTask(task)) return null;
  return (
    <div className="border-b border-line px-4 py-2.5">
      <div className="flex items-center gap-3">
        <FileThumbnail file={task.file} />
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm font-medium">{plainName(task.title)}</p>
          <TaskStatus task={task} />
        </div>
        <TaskActions task={task} />
      </div>
      <TaskBar task={task} />
    </div>
  );
}
