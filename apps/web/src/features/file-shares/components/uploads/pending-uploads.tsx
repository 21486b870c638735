import { Button } from '@satchel/ui/actions/button';
import { ProgressBar } from '@satchel/ui/feedback/progress-bar';
import { showToast } from '@satchel/ui/feedback/toast-store';
import { Card } from '@satchel/ui/layout/card';
import { VirtualList } from '@satchel/ui/lists/virtual-list';
import { FileClock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#shared/format/format-bytes.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { chooseFiles } from '#shared/uploads/choose-files.ts';
import { DiscardButton } from '#shared/uploads/discard-button.tsx';
import {
  discardPending,
  type PendingShare,
  usePendingShares,
} from '#shared/uploads/pending-uploads.ts';
import { startUploads } from '../../uploads/uploads.ts';

const ROW_HEIGHT_PX = 64;

/** Uploads cut by a reload, a crash or a log-out. The browser keeps their progress but not the files. */
export function PendingUploads() {
  const { t } = useTranslation('file-shares');
  const pending = usePendingShares();
  if (pending.length === 0) return null;

  function take(files: FileList) {
    const requests = [...files].flatMap((file) => {
      const found = pending.find((each) => isFileOf(each, file));
      return found ? [{ file, share: found.target.share, directory: '' }] : [];
    });
    if (requests.length > 0) startUploads(requests);
    else showToast('error', t('pending.noneFits'));
  }

  return (
    <Card className="overflow-clip">
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
        <FileClock aria-hidden="true" className="size-5 text-saddle" />
        <div className="min-w-0 flex-1">
          <h2 className="text-heading">{t('pending.title')}</h2>
          <p className="text-meta text-ink-muted">{t('pending.hint')}</p>
        </div>
        <Button onClick={() => chooseFiles(take)}>{t('pending.choose')}</Button>
      </div>
      <VirtualList
        label={t('pending.title')}
        items={pending}
        getKey={({ id }) => id}
        rowHeightPx={ROW_HEIGHT_PX}
        className="max-h-80"
        renderItem={(each) => <PendingRow pending={each} />}
      />
    </Card>
  );
}

/** Whether a file is that of an upload: as for the engine, by its name, size and time. */
function isFileOf({ file: { name, size, lastModified } }: PendingShare, file: File): boolean {
  return name === file.name && size === file.size && lastModified === file.lastModified;
}

function PendingRow({ pending }: { pending: PendingShare }) {
  const { t } = useTranslation(['file-shares', 'tasks']);
  const { file, sentBytes } = pending;

  return (
    <div className="flex h-16 items-center gap-3 px-4">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">{plainName(file.name)}</p>
        <p className="text-caption text-ink-muted tabular-nums">
          {t('pending.sent', { sent: formatBytes(sentBytes), total: formatBytes(file.size) })}
        </p>
        <ProgressBar
          label={t('tasks:item.progress', { name: file.name })}
          fraction={sentBytes / file.size || 0}
          tone="neutral"
          className="mt-1"
        />
      </div>
      <DiscardButton
        label={t('pending.discard', { name: file.name })}
        discard={() => discardPending(pending)}
      />
    </div>
  );
}
