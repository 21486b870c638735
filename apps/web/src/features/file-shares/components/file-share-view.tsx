import { buttonClassName } from '@satchel/ui/button';
import { Card } from '@satchel/ui/card';
import { CopyButton } from '@satchel/ui/copy-button';
import { Notice } from '@satchel/ui/notice';
import { Skeleton } from '@satchel/ui/skeleton';
import { showToast } from '@satchel/ui/toast-store';
import { Download, TriangleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#shared/format/format-bytes.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { previewKindOf } from '#shared/previews/preview-kind.ts';
import { fileShareUrl } from '#shared/shares/share-address.ts';
import { ShareMeta } from '#shared/shares/share-meta.tsx';
import type { PublicFileShare } from '../queries.ts';
import { FileTypeIcon } from './file-type-icon.tsx';

const FilePreview = lazy(() =>
  import('#shared/previews/file-preview.tsx').then((module) => ({ default: module.FilePreview })),
);

/** The URLs contain a grant, by which the content costs no second view, so they are used unchanged. */
export function FileShareView({ share }: { share: PublicFileShare }) {
  const { t } = useTranslation(['file-shares', 'share-views', 'shell']);
  const name = plainName(share.filename);
  const kind = previewKindOf(share.filename, share.mimetype);
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 py-5 sm:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 space-y-1.5">
          <div className="flex items-center gap-2">
            <FileTypeIcon mimeType={share.mimetype} />
            <h1 className="min-w-0 text-lg font-semibold wrap-anywhere">{name}</h1>
          </div>
          <p className="text-sm text-ink-muted">
            {formatBytes(share.size)} · {share.mimetype}
          </p>
          {share.remark && <p className="text-sm wrap-anywhere">{share.remark}</p>}
          <ShareMeta
            createdAt={share.created_at}
            expiresAt={share.expires_at}
            views={share.views}
            maxViews={share.max_views}
            hasPassword={share.has_password}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <a
            href={share.downloadUrl}
            download={share.filename}
            className={buttonClassName('primary')}
          >
            <Download aria-hidden="true" className="size-4" />
            {t('view.download')}
          </a>
          <CopyButton
            text={fileShareUrl(share.slug)}
            label={t('view.copyLink')}
            copiedLabel={t('shell:actions.copied')}
            onFail={() => showToast('error', t('shell:copyFailed'))}
          />
        </div>
      </div>
      {share.isLastView && (
        <Notice tone="warning" role="status" icon={<TriangleAlert />}>
          {t('share-views:details.lastView')}
        </Notice>
      )}
      {kind !== null && share.previewUrl && (
        <Card className="overflow-clip">
          <h2 className="sr-only">{t('view.preview')}</h2>
          <Suspense fallback={<Skeleton className="m-4 h-80" />}>
            <FilePreview kind={kind} url={share.previewUrl} name={name} size={share.size} />
          </Suspense>
        </Card>
      )}
    </div>
  );
}
