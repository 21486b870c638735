import { formatBytes } from '@satchel/api-client/format-bytes';
import { ProgressBar } from '@satchel/ui/feedback/progress-bar';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { EntryIcon } from '#shared/file-types/entry-icon.tsx';
import { plainName } from '#shared/format/plain-name.ts';
import { tasks } from '#shared/tasks/tasks.ts';
import { useTaskSummary } from '#shared/tasks/use-tasks.ts';
import { arrivingIn } from './arriving-entries.ts';

/** Maximum number of rows; the last one counts the others. */
const MAX_ROWS = 4;

const arrivingNow = (directory: string) =>
  arrivingIn(
    directory,
    tasks.ids().flatMap((id) => tasks.get(id) ?? []),
  );

/** Whether files are being uploaded into a directory. */
export const isFilling = (directory: string) => arrivingNow(directory).length > 0;

export function useIsFilling(directory: string): boolean {
  return useSyncExternalStore(tasks.subscribe, () => isFilling(directory));
}

/** Pale rows for files that are being uploaded into the open folder, with their progress. */
export function ArrivingRows({ directory }: { directory: string }) {
  const { t } = useTranslation('transfers');
  // The totals change with each change of any task.
  useTaskSummary();
  const arriving = arrivingNow(directory);
  if (arriving.length === 0) return null;
  const shown = arriving.slice(0, MAX_ROWS);
  return (
    <ul aria-label={t('arriving.label')} className="shrink-0 border-t border-line bg-surface">
      {shown.map(({ name, isDirectory, doneBytes, totalBytes }) => (
        <li
          key={name}
          className="flex h-9.5 items-center gap-2.5 border-b border-line/50 px-3 text-sm"
        >
          <EntryIcon
            isDashed
            entry={{ name, isDirectory, typeName: 'unknown' }}
            className="size-4.5 opacity-60"
          />
          <span className="min-w-0 flex-1 truncate text-ink-muted">{plainName(name)}</span>
          <span className="figures shrink-0 text-caption text-ink-muted max-sm:hidden">
            {formatBytes(totalBytes)}
          </span>
          <ProgressBar
            label={plainName(name)}
            fraction={totalBytes > 0 ? doneBytes / totalBytes : 0}
            className="w-24 shrink-0 sm:w-40"
          />
        </li>
      ))}
      {arriving.length > shown.length && (
        <li className="px-3 py-1.5 text-caption text-ink-muted">
          {t('arriving.more', { count: arriving.length - shown.length })}
        </li>
      )}
    </ul>
  );
}
