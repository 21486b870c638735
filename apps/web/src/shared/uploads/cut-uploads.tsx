import { formatBytes } from '@satchel/api-client/format-bytes';
import type { PendingUpload } from '@satchel/api-client/pending-uploads';
import { Button } from '@satchel/ui/actions/button';
import { IconButton } from '@satchel/ui/actions/icon-button';
import { ProgressBar } from '@satchel/ui/feedback/progress-bar';
import { showToast } from '@satchel/ui/feedback/toast-store';
import { Card } from '@satchel/ui/layout/card';
import { Disclosure } from '@satchel/ui/layout/disclosure';
import { VirtualList } from '@satchel/ui/lists/virtual-list';
import { FileClock, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { chooseFiles } from './choosing/choose-files.ts';
import { pendingFor } from './pending-uploads.ts';

const ROW_HEIGHT_PX = 64;

export interface CutUploadsProps<Pending extends PendingUpload> {
  pending: readonly Pending[];
  /** Layout: a card on a page, or a bar that expands. */
  frame: 'card' | 'bar';
  /** Uploads the files that the user has chosen again. */
  /** Removes the parts of an upload from the storage, and its record from the browser. */
  discard: (pending: Pending) => Promise<void>;
  resume: (found: readonly { readonly file: File; readonly pending: Pending }[]) => void;
}

/**
 * Uploads that a reload, a crash or a log-out interrupted. The browser stores their progress but not the
 * files.
 */
export function CutUploads<Pending extends PendingUpload>({
  pending,
  frame,
  resume,
  discard,
}: CutUploadsProps<Pending>) {
  const { t } = useTranslation('tasks');
  if (pending.length === 0) return null;

  function take(files: FileList): void {
    const found = [...files].flatMap((file) => {
      const each = pendingFor(file, pending);
      return each ? [{ file, pending: each }] : [];
    });
    if (found.length > 0) resume(found);
    else showToast('error', t('pending.noneFits'));
  }

  const title = t('pending.title', { count: pending.length });
  const list = (
    <VirtualList
      label={title}
      items={pending}
      getKey={({ id }) => id}
      rowHeightPx={ROW_HEIGHT_PX}
      className={frame === 'card' ? 'max-h-80' : 'max-h-48'}
      renderItem={(each) => <CutUpload pending={each} discard={() => discard(each)} />}
    />
  );
  if (frame === 'card') {
    return (
      <Card className="overflow-clip">
        <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
          <FileClock className="size-5 text-saddle" />
          <div className="min-w-0 flex-1">
            <h2 className="text-heading">{title}</h2>
            <p className="text-meta text-ink-muted">{t('pending.hint')}</p>
          </div>
          <Button onClick={() => chooseFiles(take)}>{t('pending.choose')}</Button>
        </div>
        {list}
      </Card>
    );
  }
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
        {list}
      </Disclosure>
      <Button size="small" onClick={() => chooseFiles(take)}>
        {t('pending.choose')}
      </Button>
    </section>
  );
}

function CutUpload({ pending, discard }: { pending: PendingUpload; discard: () => Promise<void> }) {
  const { t } = useTranslation('tasks');
  const { file, target, sentBytes } = pending;
  const name = plainName(file.name);
  const [isBusy, setIsBusy] = useState(false);

  async function remove(): Promise<void> {
    setIsBusy(true);
    await discard().catch(showErrorToast);
    setIsBusy(false);
  }

  return (
    <div className="flex h-16 items-center gap-3 px-4">
      <div className="min-w-0 flex-1">
        <p className="truncate text-label">
          {'directory' in target && <span className="text-ink-faint">{target.directory}</span>}
          {name}
        </p>
        <p className="text-caption text-ink-muted tabular-nums">
          {t('pending.sent', { sent: formatBytes(sentBytes), total: formatBytes(file.size) })}
        </p>
        <ProgressBar
          label={t('item.progress', { name })}
          fraction={sentBytes / file.size || 0}
          tone="neutral"
          className="mt-1"
        />
      </div>
      <IconButton
        size="small"
        label={t('pending.discard', { name })}
        icon={<Trash2 />}
        isBusy={isBusy}
        onClick={() => void remove()}
      />
    </div>
  );
}
