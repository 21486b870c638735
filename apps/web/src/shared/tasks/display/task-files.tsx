import { formatBytes } from '@satchel/api-client/format-bytes';
import { Disclosure } from '@satchel/ui/layout/disclosure';
import { VirtualList } from '@satchel/ui/lists/virtual-list';
import clsx from 'clsx';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { plainName } from '#shared/format/plain-name.ts';
import type { Task, TaskFile } from '../task.ts';

const ROW_HEIGHT_PX = 28;

/** Files of a task with their states, in a list that the user can open. */
export function TaskFiles({ task: { files = [], title } }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const isOnlyOne = files.length === 1 && files[0]?.name === title;
  if (files.length === 0 || isOnlyOne) return null;
  const ended = files.filter(({ state }) => state === 'completed' || state === 'skipped').length;
  const failed = files.filter(({ state }) => state === 'failed').length;
  const summary = [
    t('files.ended', { ended, count: files.length }),
    failed > 0 && t('files.failed', { count: failed }),
  ];
  return (
    <Disclosure
      className="-mx-2 mt-1"
      label={t('files.show', { count: files.length })}
      summary={<span className="text-ink-muted">{summary.filter(Boolean).join(' · ')}</span>}
    >
      {() => (
        <VirtualList
          label={t('files.list', { name: plainName(title) })}
          items={files.map((file, index) => ({ file, index }))}
          getKey={({ index }) => String(index)}
          rowHeightPx={ROW_HEIGHT_PX}
          areRowsMeasured
          className="max-h-40"
          renderItem={({ file }) => <FileRow file={file} />}
        />
      )}
    </Disclosure>
  );
}

function FileRow({ file: { name, state, doneBytes, totalBytes, error } }: { file: TaskFile }) {
  const { t } = useTranslation('tasks');
  return (
    <div className="flex min-h-7 flex-wrap items-baseline gap-x-2 py-1 text-caption">
      <span className="min-w-0 flex-1 truncate">{plainName(name)}</span>
      {state === 'running' && totalBytes > 0 && (
        <span className="text-ink-muted tabular-nums">
          {t('item.sent', { sent: formatBytes(doneBytes), total: formatBytes(totalBytes) })}
        </span>
      )}
      <span
        className={clsx(
          state === 'failed' && 'text-danger',
          state === 'completed' && 'text-success',
          state !== 'failed' && state !== 'completed' && 'text-ink-muted',
        )}
      >
        {t(`files.states.${state}`)}
      </span>
      {error !== undefined && <span className="w-full text-ink-muted">{sentenceOf(error)}</span>}
    </div>
  );
}
