import { formatBytes } from '@satchel/api-client/format-bytes';
import { Card } from '@satchel/ui/layout/card';
import clsx from 'clsx';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type EntryPreviewKind, entryPreviewKindOf } from '#shared/file-types/entry-kind.ts';
import { FileIcon } from '#shared/file-types/file-icon.tsx';
import { plainName } from '#shared/format/plain-name.ts';
import { PreviewSourceContext } from '#shared/previews/source/preview-source.ts';
import { PreviewStage } from '#shared/previews/window/preview-stage.tsx';
import { DownloadLink } from '#shared/shares/recipient/download-link.tsx';
import { RecipientFacts } from '#shared/shares/recipient/recipient-facts.tsx';
import { RecipientPage } from '#shared/shares/recipient/recipient-page.tsx';
import { tellVisitEnd } from '#shared/shares/recipient/tell-visit-end.ts';
import { fileShareUrl } from '#shared/shares/share-address.ts';
import { fileShareQueries, type PublicFileShare } from '../queries.ts';
import { createShareSource, type OpenedFile, previewFileOf } from '../share-source.ts';
import { fileKindOf } from './file-summary.tsx';

export interface FileShareViewProps {
  share: OpenedFile &
    Pick<PublicFileShare, 'remark' | 'expires_at' | 'views' | 'max_views' | 'isLastView'>;
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
  const { slug, previewUrl = '', proxy_preview_url: proxied = '', downloadUrl = '' } = share;
  const source = useMemo(
    () => createShareSource({ slug, previewUrl, proxied, downloadUrl }),
    [slug, previewUrl, proxied, downloadUrl],
  );
  const file = previewFileOf(share);
  const kind = entryPreviewKindOf(file);
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
      facts={<RecipientFacts limits={share} />}
      action={
        <DownloadLink
          href={downloadUrl}
          name={name}
          summaryKey={fileShareQueries.summary(slug).queryKey}
          onDownload={() => void checkVisit(downloadUrl)}
        >
          {t('view.download')}
        </DownloadLink>
      }
      link={{ url: fileShareUrl(slug), label: t('view.copyLink') }}
      ownerActions={children}
    >
      <a href={fileShareUrl(slug)} className="hidden underline print:inline">
        {fileShareUrl(slug)}
      </a>
      <Card className="overflow-clip print:hidden">
        {kind === 'unknown' ? (
          <div className="flex flex-col items-center gap-3 px-6 py-14 text-center split:py-28">
            <span className="inline-flex size-20 items-center justify-center rounded-2xl bg-saddle-soft text-saddle">
              <FileIcon name={name} mediaType={share.mimetype} className="size-10" />
            </span>
            <p className="text-body text-ink-muted">{t('view.noPreview')}</p>
          </div>
        ) : (
          <>
            <h2 className="sr-only">{t('view.preview')}</h2>
            <div className={clsx('flex flex-col', HEIGHT[kind] ?? 'max-h-[82dvh]')}>
              <PreviewSourceContext value={source}>
                <PreviewStage file={file} url={previewUrl} entries={[]} onName={noNeighbour} />
              </PreviewSourceContext>
            </div>
          </>
        )}
      </Card>
    </RecipientPage>
  );
}

/**
 * Says that the visit has ended if the server takes its grant no more, such as after a change of the password.
 * HEAD spends no view.
 */
async function checkVisit(downloadUrl: string): Promise<void> {
  const reply = await fetch(downloadUrl, {
    method: 'HEAD',
    credentials: 'omit',
    redirect: 'manual',
  }).catch(() => null);
  if (reply?.status === 401) tellVisitEnd();
}

/** Height of previews that fill their frame. The others are as high as their content, up to a limit. */
const HEIGHT: Partial<Record<EntryPreviewKind, string>> = {
  image: 'h-[75dvh]',
  video: 'h-[75dvh]',
  table: 'h-[82dvh]',
  archive: 'h-[82dvh]',
  pdf: 'h-[82dvh]',
  office: 'h-[82dvh]',
};

/** A share has one file, so no preview moves to another. */
const noNeighbour = () => {};
