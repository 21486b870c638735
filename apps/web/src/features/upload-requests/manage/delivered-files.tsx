import { formatBytes } from '@satchel/api-client/format-bytes';
import { can } from '@satchel/api-client/permissions';
import { buttonClassName } from '@satchel/ui/actions/button';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FileIcon } from '#shared/file-types/file-icon.tsx';
import { plainName } from '#shared/format/plain-name.ts';
import { usePrincipal } from '#shared/session/use-session.ts';
import type { DeliveryRow } from '../queries.ts';
import { deliveredFileUrl, deliveryArchiveUrl, fileLinkOf } from './file-link.ts';

export interface DeliveredFilesProps {
  requestId: string;
  delivery: DeliveryRow;
  bundleSlug: string | undefined;
}

/**
 * Files of a delivery, each with a download. Their names are links where a page shows them: the explorer, or the
 * bundle's.
 */
export function DeliveredFiles({ requestId, delivery, bundleSlug }: DeliveredFilesProps) {
  const { t } = useTranslation('upload-requests');
  const principal = usePrincipal();
  const { files, file_count: count, path: folder } = delivery;
  const canDownload = folder === null || can(principal, 'mount_view', folder);
  return (
    <section aria-labelledby="delivered-files" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="delivered-files" className="text-label">
          {t('thanks.received', { count, size: formatBytes(delivery.total_size) })}
        </h3>
        {canDownload && count > 0 && (
          <a
            href={deliveryArchiveUrl(requestId, delivery)}
            download=""
            className={buttonClassName('secondary', 'small')}
          >
            <Download />
            {t('deliveries.downloadAll')}
          </a>
        )}
      </div>
      <ul className="rounded-md border border-line">
        {files.map(({ path, size, mimetype }) => {
          const link = fileLinkOf(delivery, path, bundleSlug);
          const name = plainName(path);
          const label = t('deliveries.download', { name });
          return (
            <li
              key={path}
              className="flex min-h-11 items-center gap-2.5 border-t border-line py-0.5 pr-1 pl-3 text-sm first:border-0"
            >
              <FileIcon name={path} mediaType={mimetype} />
              {link ? (
                <a href={link} className="min-w-0 flex-1 truncate underline underline-offset-2">
                  {name}
                </a>
              ) : (
                <span className="min-w-0 flex-1 truncate">{name}</span>
              )}
              <span className="figures text-xs whitespace-nowrap text-ink-muted">
                {formatBytes(size)}
              </span>
              {canDownload && (
                <a
                  href={deliveredFileUrl(requestId, delivery, path)}
                  download=""
                  aria-label={label}
                  title={label}
                  className="touch-target inline-flex size-9 shrink-0 items-center justify-center rounded-md text-ink-muted hover:bg-hover hover:text-ink"
                >
                  <Download className="size-4.5" />
                </a>
              )}
            </li>
          );
        })}
      </ul>
      {count > files.length && (
        <p className="text-caption text-ink-muted">
          {t('deliveries.moreFiles', { count: count - files.length })}
        </p>
      )}
      {folder === null && bundleSlug === undefined && files.length > 0 && (
        <p className="text-caption text-ink-muted">{t('deliveries.bundleHint')}</p>
      )}
    </section>
  );
}
