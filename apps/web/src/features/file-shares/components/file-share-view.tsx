import { buttonClassName } from '@satchel/ui/actions/button';
import { Notice } from '@satchel/ui/feedback/notice';
import { Card } from '@satchel/ui/layout/card';
import clsx from 'clsx';
import { Download, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyTextButton } from '#shared/browser/copy-text-button.tsx';
import { FileIcon } from '#shared/file-types/file-icon.tsx';
import { formatBytes } from '#shared/format/format-bytes.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { PartBoundary } from '#shared/loading/part-boundary.tsx';
import { FilePreview, previewKindOf } from '#shared/previews/file-preview.tsx';
import { fileShareUrl } from '#shared/shares/share-address.ts';
import { ShareFacts } from '#shared/shares/share-facts.tsx';
import type { PublicFileShare } from '../queries.ts';
import { fileKindOf } from './file-summary.tsx';

export interface FileShareViewProps {
  share: Pick<
    PublicFileShare,
    | 'filename'
    | 'slug'
    | 'mimetype'
    | 'size'
    | 'remark'
    | 'created_at'
    | 'expires_at'
    | 'views'
    | 'max_views'
    | 'has_password'
    | 'previewUrl'
    | 'downloadUrl'
    | 'isLastView'
  >;
  /** Whether only its owner can open it, because it has expired or is used up. */
  isOver?: boolean;
  /** Actions of the owner. */
  children?: ReactNode;
}

/**
 * Shows a shared file. It uses the URLs unchanged, because they contain a grant that spares a second view.
 */
export function FileShareView({ share, isOver = false, children }: FileShareViewProps) {
  const { t } = useTranslation(['file-shares', 'share-views']);
  const name = plainName(share.filename);
  const kind = previewKindOf(share.filename, share.mimetype);
  const hasPreview = kind !== null && Boolean(share.previewUrl);
  return (
    <div
      className={clsx(
        'mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-6 sm:px-6 sm:py-10',
        // Puts preview and details side by side, so that the preview gets the full height.
        hasPreview &&
          'wide:grid wide:max-w-frame wide:grid-cols-[30rem_minmax(0,1fr)] wide:items-start wide:px-gutter',
      )}
    >
      {(share.isLastView || isOver) && (
        <div className="wide:col-span-2">
          <Notice tone="warning" role="status" icon={<TriangleAlert />}>
            {isOver ? t('share-views:owner.isOver') : t('share-views:details.lastView')}
          </Notice>
        </div>
      )}
      <Card className="mx-auto flex w-full max-w-2xl flex-col items-center gap-5 p-6 text-center shadow-md sm:p-9">
        <span className="inline-flex size-16 items-center justify-center rounded-2xl bg-saddle-soft text-saddle">
          <FileIcon name={name} mediaType={share.mimetype} className="size-8" />
        </span>
        <div className="flex max-w-full flex-col gap-1.5">
          <h1 className="text-title wrap-anywhere">{share.remark || name}</h1>
          <p className="text-meta text-ink-muted wrap-anywhere">
            {share.remark && <>{name} · </>}
            {fileKindOf(share)} · {formatBytes(share.size)}
          </p>
        </div>
        <div className="flex w-full flex-col justify-center gap-2 sm:flex-row">
          <a
            href={share.downloadUrl}
            download={share.filename}
            className={clsx(buttonClassName('primary'), 'min-h-11 px-8 text-body sm:min-w-56')}
          >
            <Download aria-hidden="true" className="size-5" />
            {t('view.download')}
          </a>
          <CopyTextButton
            className="min-h-11"
            text={fileShareUrl(share.slug)}
            label={t('view.copyLink')}
          />
        </div>
        <ShareFacts
          createdAt={share.created_at}
          expiresAt={share.expires_at}
          views={share.views}
          maxViews={share.max_views}
          hasPassword={share.has_password}
        />
        {children && (
          <div className="flex w-full flex-wrap items-center justify-center gap-2 border-t border-line pt-4">
            <span className="text-meta text-ink-faint">{t('share-views:owner.label')}</span>
            {children}
          </div>
        )}
      </Card>
      {kind !== null && share.previewUrl && (
        <Card className="overflow-clip">
          <h2 className="sr-only">{t('view.preview')}</h2>
          <PartBoundary>
            <FilePreview kind={kind} url={share.previewUrl} name={name} size={share.size} />
          </PartBoundary>
        </Card>
      )}
    </div>
  );
}
