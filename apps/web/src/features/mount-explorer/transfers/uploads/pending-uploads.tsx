import { Button } from '@satchel/ui/actions/button';
import { showToast } from '@satchel/ui/feedback/toast-store';
import { Disclosure } from '@satchel/ui/layout/disclosure';
import { VirtualList } from '@satchel/ui/lists/virtual-list';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#shared/format/format-bytes.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { chooseFiles } from '#shared/uploads/choose-files.ts';
import { DiscardButton } from '#shared/uploads/discard-button.tsx';
import {
  discardPending,
  type PendingEntry,
  usePendingEntries,
} from '#shared/uploads/pending-uploads.ts';
import { childPath, plainPath } from '../../entry-path.ts';
import { pendingFor } from './pending-for.ts';
import { uploadFiles } from './upload-entries.ts';

const ROW_HEIGHT_PX = 44;

/** Uploads cut by a reload, a crash or a log-out. The browser keeps their progress but not the files. */
export function PendingUploads() {
  const { t } = useTranslation('transfers');
  const pending = usePendingEntries();
  if (pending.length === 0) return null;

  function resume(files: FileList): void {
    const found = [...files].flatMap((file) => {
      const each = pendingFor(file, pending);
      return each ? [{ file, each }] : [];
    });
    if (found.length === 0) showToast('error', t('pending.noneFits'));
    for (const { file, each } of found) {
      const { directory } = each.target;
      const path = childPath(directory, each.file.name);
      uploadFiles(each.file.name, plainPath(directory), [{ file, path }]);
    }
  }

  const title = t('pending.title', { count: pending.length });
  return (
    <section
      aria-label={title}
      className="flex flex-wrap items-start gap-2 border-t border-line bg-sunken px-2 py-1.5 sm:px-3"
    >
      <Disclosure
        label={title}
        summary={<span className="text-ink-muted">{t('pending.hint')}</span>}
        className="flex-1"
      >
        <VirtualList
          label={title}
          items={pending}
          getKey={({ id }) => id}
          rowHeightPx={ROW_HEIGHT_PX}
          className="max-h-48"
          renderItem={(each) => <PendingRow pending={each} />}
        />
      </Disclosure>
      <Button size="small" onClick={() => chooseFiles(resume)}>
        {t('pending.choose')}
      </Button>
    </section>
  );
}

function PendingRow({ pending }: { pending: PendingEntry }) {
  const { t } = useTranslation('transfers');
  const { file, target, sentBytes } = pending;
  const { name, size } = file;

  return (
    <div className="flex h-11 items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="truncate text-label">
          <span className="text-ink-faint">{target.directory}</span>
          {plainName(name)}
        </p>
        <p className="text-caption text-ink-muted tabular-nums">
          {t('pending.sent', { sent: formatBytes(sentBytes), total: formatBytes(size) })}
        </p>
      </div>
      <DiscardButton
        label={t('pending.discard', { name: plainName(name) })}
        discard={() => discardPending(pending)}
      />
    </div>
  );
}
