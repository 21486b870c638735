import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { Card } from '@satchel/ui/layout/card';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FileIcon } from '#shared/file-types/file-icon.tsx';
import { formatBytes } from '#shared/format/format-bytes.ts';
import { formatRelativeTime } from '#shared/format/format-time.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { recentUploadsOptions } from '../../queries.ts';

/** Lists the newest file shares of the user (SPEC 9). */
export function RecentUploads() {
  const { t } = useTranslation('file-shares');
  const language = useLanguage();
  const recent = useQuery(recentUploadsOptions());
  const files = recent.data?.data.files ?? [];
  return (
    <Card className="lg:sticky lg:top-18">
      <h2 className="border-b border-line px-4 py-2.5 text-sm font-semibold">
        {t('upload.recent')}
      </h2>
      {recent.isPending ? (
        <Skeleton className="m-4 h-24" />
      ) : files.length === 0 ? (
        <p className="px-4 py-4 text-sm text-ink-faint">{t('upload.noRecent')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {files.map((file) => (
            <li key={file.id} className="flex items-center gap-2.5 px-4 py-2.5">
              <FileIcon name={file.filename} mediaType={file.mimetype} />
              <div className="min-w-0 flex-1">
                <Link
                  to="/file/$slug"
                  params={{ slug: file.slug }}
                  className="touch-target block truncate text-sm font-medium underline-offset-2 hover:underline"
                >
                  {plainName(file.filename)}
                </Link>
                <p className="text-xs text-ink-faint">
                  {formatBytes(file.size)} ·{' '}
                  {formatRelativeTime(file.created_at, Date.now(), language)}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
