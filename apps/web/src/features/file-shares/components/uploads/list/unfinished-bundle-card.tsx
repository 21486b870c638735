import { formatBytes } from '@satchel/api-client/format-bytes';
import { type ChosenFile, filesOfInput } from '@satchel/multipart-uploader/drop';
import { Button } from '@satchel/ui/actions/button';
import { showToast } from '@satchel/ui/feedback/toast-store';
import { Card } from '@satchel/ui/layout/card';
import { Disclosure } from '@satchel/ui/layout/disclosure';
import { VirtualList } from '@satchel/ui/lists/virtual-list';
import { useMutation } from '@tanstack/react-query';
import { FileClock } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { urlOf } from '#shared/shares/result/share-result.ts';
import { chooseFiles } from '#shared/uploads/choosing/choose-files.ts';
import { discardBundle } from '../../../uploads/bundles/bundle-task.ts';
import {
  finishBundle,
  resumeBundle,
  type UnfinishedBundle,
} from '../../../uploads/bundles/unfinished-bundles.ts';

const ROW_HEIGHT_PX = 36;

/** A bundle whose upload was interrupted. The user continues it by choosing its files again. */
export function UnfinishedBundleCard({ bundle }: { bundle: UnfinishedBundle }) {
  const { t } = useTranslation(['file-shares', 'tasks']);
  const titleId = useId();
  const { title, share, arrived, expected } = bundle;
  const count = arrived.count + expected.length;
  const resume = useMutation({
    mutationFn: (chosen: readonly ChosenFile[]) => resumeBundle(bundle, chosen),
    onSuccess: (hasFound) => {
      if (!hasFound) showToast('error', t('tasks:pending.noneFits'));
    },
    onError: showErrorToast,
  });
  const end = useMutation({
    mutationFn: () => (arrived.count > 0 ? finishBundle(bundle) : discardBundle(bundle.id)),
    onError: showErrorToast,
  });
  const isBusy = resume.isPending || end.isPending;
  const choose = (isFolder: boolean) =>
    chooseFiles((files) => resume.mutate(filesOfInput(files)), { isFolder });
  return (
    <Card className="overflow-clip">
      <section aria-labelledby={titleId} className="flex flex-col gap-2 px-4 py-3">
        <div className="flex items-center gap-3">
          <FileClock className="size-5 shrink-0 text-saddle" />
          <h2 id={titleId} className="min-w-0 flex-1 truncate text-heading">
            {t('bundle.unfinished', { name: plainName(title) })}
          </h2>
        </div>
        <a
          href={urlOf(share)}
          className="touch-target self-start truncate font-mono text-label text-accent underline-offset-2 hover:underline"
        >
          {urlOf(share)}
        </a>
        <p className="text-meta text-ink-muted">
          {t('bundle.arrived', { arrived: arrived.count, count })} {t('tasks:pending.hint')}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button isBusy={resume.isPending} disabled={isBusy} onClick={() => choose(false)}>
            {t('tasks:pending.choose')}
          </Button>
          <Button disabled={isBusy} className="pointer-coarse:hidden" onClick={() => choose(true)}>
            {t('bundle.chooseFolder')}
          </Button>
          <Button
            variant="quiet"
            isBusy={end.isPending}
            disabled={isBusy}
            onClick={() => end.mutate()}
          >
            {t(arrived.count > 0 ? 'bundle.finishMissing' : 'bundle.discard')}
          </Button>
        </div>
        {expected.length > 0 && <ExpectedFiles bundle={bundle} />}
      </section>
    </Card>
  );
}

function ExpectedFiles({ bundle: { expected, title } }: { bundle: UnfinishedBundle }) {
  const { t } = useTranslation('file-shares');
  return (
    <Disclosure className="-mx-2" label={t('bundle.missing', { count: expected.length })}>
      {() => (
        <VirtualList
          label={t('bundle.missingOf', { name: plainName(title) })}
          items={expected}
          getKey={({ path }) => path}
          rowHeightPx={ROW_HEIGHT_PX}
          className="max-h-72"
          renderItem={({ path, size }) => (
            <div className="flex h-9 items-center gap-3 text-label">
              <span className="min-w-0 flex-1 truncate">{plainName(path)}</span>
              <span className="text-caption text-ink-muted tabular-nums">{formatBytes(size)}</span>
            </div>
          )}
        />
      )}
    </Disclosure>
  );
}
