import { formatBytes } from '@satchel/api-client/format-bytes';
import { ProgressBar } from '@satchel/ui/feedback/progress-bar';
import { Card } from '@satchel/ui/layout/card';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EntryIcon } from '#shared/file-types/entry-icon.tsx';
import { formatNumber } from '#shared/format/format-number.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { type Arrivals, hintOf } from '../live/arrivals.ts';
import { type BundleItem, comingOptions, type OpenedBundle } from '../queries.ts';

/** Coming files that are shown; the line above counts all of them. */
const SHOWN_FILES = 3;

export interface ArrivalsPanelProps {
  opened: OpenedBundle;
  arrivals: Arrivals;
  isPaused: boolean;
}

/** Lists what is still coming while the sender uploads. Screen readers hear the files, not every byte. */
export function ArrivalsPanel({ opened, arrivals, isPaused }: ArrivalsPanelProps) {
  const { t } = useTranslation('bundles');
  const language = useLanguage();
  const coming = useQuery(comingOptions(opened)).data ?? [];
  const { storedCount, totalCount, sentBytes, totalBytes } = arrivals;
  const files = t('arrivals.files', {
    count: totalCount,
    done: formatNumber(storedCount, language),
    total: formatNumber(totalCount, language),
  });
  // Files under way come first, because those that wait say nothing new.
  const shown = coming
    .toSorted((one, other) => Number((other.sent ?? 0) > 0) - Number((one.sent ?? 0) > 0))
    .slice(0, SHOWN_FILES);
  return (
    <Card className="mb-5 overflow-clip print:hidden">
      <div className="flex flex-col gap-2.5 p-4">
        <ProgressBar
          label={t(isPaused ? 'arrivals.paused' : 'arrivals.title')}
          fraction={totalBytes > 0 ? sentBytes / totalBytes : undefined}
          tone={isPaused ? 'neutral' : 'accent'}
          valueText={files}
          detail={
            totalCount > 0 &&
            `${files}${t('arrivals.separator')}${t('arrivals.bytes', {
              sent: formatBytes(sentBytes),
              total: formatBytes(totalBytes),
            })}`
          }
        />
        <p role="status" className="text-meta text-ink-muted">
          {t(`arrivals.${hintOf(arrivals, isPaused)}`)}
        </p>
      </div>
      {shown.length > 0 && (
        <ul aria-label={t('arrivals.coming')} className="border-t border-line">
          {shown.map((item) => (
            <ComingRow key={item.path} item={item} />
          ))}
          {arrivals.totalCount - storedCount > shown.length && (
            <li className="border-t border-line px-4 py-2 text-caption text-ink-muted">
              {t('arrivals.more', { count: totalCount - storedCount - shown.length })}
            </li>
          )}
        </ul>
      )}
    </Card>
  );
}

function ComingRow({ item }: { item: BundleItem }) {
  const { t } = useTranslation('bundles');
  const { path, size, sent } = item;
  const isUnderWay = Boolean(sent && size);
  return (
    <li className="flex h-11 items-center gap-3 border-t border-line px-4 text-meta first:border-0">
      <EntryIcon entry={item} />
      <span className="min-w-0 flex-1 truncate text-ink-muted">{plainName(path)}</span>
      {isUnderWay ? (
        <ProgressBar
          className="w-20 shrink-0"
          label={plainName(path)}
          fraction={(sent ?? 0) / (size ?? 1)}
        />
      ) : (
        <span className="figures shrink-0 text-caption text-ink-faint">
          {t('arrivals.waiting', { size: formatBytes(size ?? 0) })}
        </span>
      )}
    </li>
  );
}
