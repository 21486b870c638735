import { formatBytes } from '@satchel/api-client/format-bytes';
import { Button } from '@satchel/ui/actions/button';
import { Notice } from '@satchel/ui/feedback/notice';
import { Card } from '@satchel/ui/layout/card';
import { Disclosure } from '@satchel/ui/layout/disclosure';
import { VirtualList } from '@satchel/ui/lists/virtual-list';
import { FolderUp } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '#shared/errors/error-notice.tsx';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { formatDuration } from '#shared/format/format-time.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { urlOf } from '#shared/shares/result/share-result.ts';
import { TaskActions } from '#shared/tasks/display/task-actions.tsx';
import { TaskBar } from '#shared/tasks/display/task-bar.tsx';
import { isUnderWay } from '#shared/tasks/task.ts';
import { tasks } from '#shared/tasks/tasks.ts';
import { useQuietWords } from '#shared/tasks/use-quiet-words.ts';
import { useTask, useTaskIds } from '#shared/tasks/use-tasks.ts';
import { type BundleTask, isBundleTask } from '../../../uploads/bundles/bundle-task.ts';
import { ShareLinkActions } from './share-link-actions.tsx';
import { UploadRow } from './upload-row.tsx';

const ROW_HEIGHT_PX = 72;

/** A bundle that is being filled: its link, its total progress and its files. */
export function BundleCard({ id }: { id: string }) {
  const { t } = useTranslation(['file-shares', 'share-result']);
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const task = useTask(id);
  useEffect(() => {
    const shown = tasks.get(id);
    const isNew = shown && isBundleTask(shown) && shown.uploads.ids().length === 0;
    if (isNew) card.current?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  if (!task || !isBundleTask(task)) return null;
  const { title, share, state, failed } = task;
  const link = urlOf(share);
  return (
    <Card className="overflow-clip">
      <section ref={card} aria-labelledby={titleId} className="flex flex-col gap-2 px-4 py-3">
        <div className="flex items-center gap-3">
          <FolderUp className="size-5 shrink-0 text-accent" />
          <h2 id={titleId} className="min-w-0 flex-1 truncate text-heading">
            {plainName(title)}
          </h2>
          <div className="-mr-2 flex shrink-0 items-center">
            <TaskActions task={task} />
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-x-2 rounded-md border border-line bg-sunken py-0.5 pr-1 pl-3">
          <a
            href={link}
            className="min-w-0 flex-1 truncate font-mono text-label text-accent underline-offset-2 hover:underline"
          >
            {link}
          </a>
          <div className="flex shrink-0 items-center">
            <ShareLinkActions task={task} link={link} />
          </div>
        </div>
        <p role="status" className="text-meta text-ink-muted">
          {isUnderWay(state)
            ? t('share-result:arriving')
            : state === 'completed' && t('bundle.completed')}
        </p>
        <BundleProgress task={task} />
        <TaskBar task={task} />
        {state === 'failed' && <FailedFiles task={task} />}
        {(isUnderWay(state) || failed > 0) && (
          <p className="text-meta text-ink-muted">{t('bundle.closeHint')}</p>
        )}
        {!task.isReading && <BundleFiles task={task} />}
      </section>
    </Card>
  );
}

function BundleProgress({ task }: { task: BundleTask }) {
  const { t } = useTranslation(['file-shares', 'tasks']);
  const { state, arrived, count, progress, isReading } = task;
  const { doneBytes, totalBytes, bytesPerSecond, timeLeftMs, quietSinceMs } = progress;
  const isMoving = state === 'running' && bytesPerSecond > 0;
  const quietWords = useQuietWords(state === 'running' ? quietSinceMs : undefined);
  if (isReading) return <p className="text-label">{t('upload.reading')}</p>;
  const words = [
    t('bundle.progress', {
      arrived,
      count,
      sent: formatBytes(doneBytes),
      total: formatBytes(totalBytes),
    }),
    state !== 'running' && t(`tasks:states.${state}`),
    isMoving && t('tasks:item.speed', { speed: formatBytes(Math.round(bytesPerSecond)) }),
    isMoving &&
      timeLeftMs !== null &&
      t('tasks:item.left', { time: formatDuration(Math.ceil(timeLeftMs / 1000)) }),
  ];
  return (
    <p className="text-label tabular-nums">
      {words.filter(Boolean).join(' · ')}
      {quietWords && (
        <>
          {' · '}
          <span className="text-warning">{quietWords}</span>
        </>
      )}
    </p>
  );
}

function FailedFiles({ task }: { task: BundleTask }) {
  const { t } = useTranslation('file-shares');
  const { failed, arrived, retry, finish, error } = task;
  if (failed === 0) return <ErrorNotice error={error} />;
  return (
    <Notice tone="danger" role="alert">
      <div className="flex flex-col items-start gap-2">
        <p>{t('bundle.failed', { count: failed })}</p>
        {error !== undefined && <p>{sentenceOf(error)}</p>}
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={retry}>
            {t('bundle.retry')}
          </Button>
          {arrived > 0 && (
            <Button size="small" onClick={finish}>
              {t('bundle.finish')}
            </Button>
          )}
        </div>
      </div>
    </Notice>
  );
}

function BundleFiles({ task: { uploads, count, title } }: { task: BundleTask }) {
  const { t } = useTranslation('file-shares');
  const ids = useTaskIds(uploads);
  return (
    <Disclosure className="-mx-2" label={t('bundle.files', { count })}>
      {() => (
        <VirtualList
          label={t('bundle.filesOf', { name: plainName(title) })}
          items={ids}
          getKey={(id) => id}
          rowHeightPx={ROW_HEIGHT_PX}
          areRowsMeasured
          className="-mx-2 max-h-[min(28rem,60dvh)] border-t border-line"
          renderItem={(id) => <UploadRow id={id} bundle={uploads} />}
        />
      )}
    </Disclosure>
  );
}
