import { buttonClassName } from '@satchel/ui/button';
import { CopyButton } from '@satchel/ui/copy-button';
import { ProgressBar } from '@satchel/ui/progress-bar';
import { showToast } from '@satchel/ui/toast-store';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#shared/format/format-bytes.ts';
import { formatDuration } from '#shared/format/format-time.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { fileShareUrl } from '#shared/shares/share-address.ts';
import { uploadErrorSentence } from '../uploads/upload-error-sentence.ts';
import type { UploadItem } from '../uploads/upload-items.ts';
import { FileTypeIcon } from './file-type-icon.tsx';
import { UploadRowActions } from './upload-row-actions.tsx';

const TONE = {
  waiting: 'neutral',
  uploading: 'accent',
  paused: 'neutral',
  completed: 'success',
  failed: 'danger',
  cancelled: 'neutral',
} as const;

export function UploadRow({ item }: { item: UploadItem }) {
  const { t } = useTranslation(['file-shares', 'shell']);
  const { file, state, progress, share } = item;
  const isDone = state === 'completed';
  const fraction = isDone ? 1 : file.size > 0 ? Math.min(1, progress.bytes / file.size) : 0;
  return (
    <li className="px-4 py-3 text-sm" aria-label={file.name}>
      <div className="flex items-center gap-2.5">
        <FileTypeIcon mimeType={file.type} />
        <span className="min-w-0 flex-1 truncate font-medium">{plainName(file.name)}</span>
        <UploadRowActions item={item} />
      </div>
      {!isDone && state !== 'cancelled' && (
        <ProgressBar
          label={t('item.progress', { name: file.name })}
          fraction={fraction}
          tone={TONE[state]}
          className="mt-2"
        />
      )}
      <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-ink-muted tabular-nums">
        <span className={state === 'failed' ? 'text-danger' : isDone ? 'text-success' : ''}>
          {state === 'uploading' && fraction >= 1 ? t('item.finishing') : t(`states.${state}`)}
        </span>
        <span>
          {isDone || state === 'waiting'
            ? formatBytes(file.size)
            : t('item.sent', { sent: formatBytes(progress.bytes), total: formatBytes(file.size) })}
        </span>
        {state === 'uploading' && progress.bytesPerSecond > 0 && fraction < 1 && (
          <>
            <span>
              {t('item.speed', { speed: formatBytes(Math.round(progress.bytesPerSecond)) })}
            </span>
            {progress.timeLeftMs !== null && (
              <span>{t('item.left', { time: formatDuration(progress.timeLeftMs / 1000) })}</span>
            )}
          </>
        )}
      </div>
      {state === 'failed' && (
        <p className="mt-1 text-xs text-danger wrap-anywhere">{uploadErrorSentence(item.error)}</p>
      )}
      {share && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <code className="min-w-0 flex-1 truncate rounded-sm bg-sunken px-2 py-1 text-xs">
            {fileShareUrl(share.slug)}
          </code>
          <CopyButton
            size="small"
            text={fileShareUrl(share.slug)}
            label={t('item.copyLink')}
            copiedLabel={t('shell:actions.copied')}
            onFail={() => showToast('error', t('shell:copyFailed'))}
          />
          <Link
            to="/file/$slug"
            params={{ slug: share.slug }}
            className={buttonClassName('secondary', 'small')}
          >
            {t('item.open')}
          </Link>
        </div>
      )}
    </li>
  );
}
