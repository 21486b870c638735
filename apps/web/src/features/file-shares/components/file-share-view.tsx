import { buttonClassName } from '@satchel/ui/actions/button';
import { Card } from '@satchel/ui/layout/card';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyTextButton } from '#shared/browser/copy-text-button.tsx';
import { FileIcon } from '#shared/file-types/file-icon.tsx';
import { formatBytes } from '#shared/format/format-bytes.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { PartBoundary } from '#shared/loading/part-boundary.tsx';
import { FilePreview, previewKindOf } from '#shared/previews/file-preview.tsx';
import { RecipientFacts } from '#shared/shares/recipient/recipient-facts.tsx';
import { RecipientPage } from '#shared/shares/recipient/recipient-page.tsx';
import { fileShareUrl } from '#shared/shares/share-address.ts';

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
    <RecipientPage
      title={share.remark || name}
      summary={
        <>
          {share.remark && <>{name} · </>}
          {fileKindOf(share)} · {formatBytes(share.size)}
        </>
      }
      warning={
        isOver
          ? t('share-views:owner.isOver')
          : share.isLastView && t('share-views:details.lastView')
      }
      facts={
        <RecipientFacts
          expiresAt={share.expires_at}
          views={share.views}
          maxViews={share.max_views}
        />
      }
      action={
        <a
          href={share.downloadUrl}
          download={share.filename}
          className={buttonClassName('primary')}
        >
          <Download aria-hidden="true" className="size-5" />
          {t('view.download')}
        </a>
      }
      more={
        <CopyTextButton
          size="small"
          variant="quiet"
          className="-ml-2.5 max-split:hidden"
          text={fileShareUrl(share.slug)}
          label={t('view.copyLink')}
        />
      }
      ownerActions={children}
    >
      <Card className="overflow-clip print:hidden">
        {hasPreview ? (
          <>
            <h2 className="sr-only">{t('view.preview')}</h2>
            <PartBoundary>
              <FilePreview kind={kind} url={share.previewUrl ?? ''} name={name} size={share.size} />
            </PartBoundary>
          </>
        ) : (
          <div className="flex flex-col items-center gap-3 px-6 py-14 text-center split:py-28">
            <span className="inline-flex size-20 items-center justify-center rounded-2xl bg-saddle-soft text-saddle">
              <FileIcon name={name} mediaType={share.mimetype} className="size-10" />
            </span>
            <p className="text-body text-ink-muted">{t('view.noPreview')}</p>
          </div>
        )}
      </Card>
    </RecipientPage>
  );
}
