import { formatBytes } from '@satchel/api-client/format-bytes';
import clsx from 'clsx';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { formatDuration } from '#shared/format/format-time.ts';
import { hasFailed, isUnderWay, type Task, type TaskKind } from '../task.ts';
import { useQuietWords } from '../use-quiet-words.ts';

/** State of a task in one line: state, progress, speed. */
export function TaskStatus({ task }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const { state, progress, error } = task;
  const { fraction, doneBytes, totalBytes, bytesPerSecond, timeLeftMs, quietSinceMs } = progress;
  const quietWords = useQuietWords(state === 'running' ? quietSinceMs : undefined);
  const word = wordOf(task);
  const isMoving = state === 'running' && bytesPerSecond > 0 && fraction !== 1;
  const tone = hasFailed(state) ? 'text-danger' : state === 'completed' ? 'text-success' : '';
  const hasBytes = totalBytes > 0 && task.kind !== 'url-upload';
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2.5 text-caption text-ink-muted tabular-nums">
      {quietWords ? (
        <span className="text-warning">{quietWords}</span>
      ) : (
        <span className={clsx('shrink-0', tone)}>{t(`states.${word}`)}</span>
      )}
      {hasFailed(state) && <span className="min-w-0 wrap-anywhere">{sentenceOf(error)}</span>}
      {isUnderWay(state) && state !== 'waiting' && hasBytes && (
        <span>
          {t('item.sent', { sent: formatBytes(doneBytes), total: formatBytes(totalBytes) })}
        </span>
      )}
      {(state === 'waiting' || state === 'completed') && hasBytes && (
        <span>{formatBytes(totalBytes)}</span>
      )}
      {isMoving && (
        <span className="max-sm:hidden">
          {t('item.speed', { speed: formatBytes(Math.round(bytesPerSecond)) })}
        </span>
      )}
      {isMoving && timeLeftMs !== null && (
        <span>{t('item.left', { time: formatDuration(Math.ceil(timeLeftMs / 1000)) })}</span>
      )}
    </p>
  );
}

/** Verb of a running task that is not an upload. */
const RUNNING_WORD: {
  readonly [Kind in TaskKind]?: 'copying' | 'moving' | 'deleting' | 'packing';
} = { copy: 'copying', move: 'moving', delete: 'deleting', download: 'packing' };

function wordOf({ kind, state, progress: { fraction } }: Task) {
  if (state !== 'running') return state;
  const running = RUNNING_WORD[kind];
  if (running) return running;
  if (fraction !== null && fraction >= (kind === 'upload' ? 1 : 0.99)) return 'finishing';
  return kind === 'url-upload' && (fraction === null || fraction < 0.5) ? 'fetching' : 'running';
}
