import { formatBytes } from '@satchel/api-client/format-bytes';
import { SkeletonRows } from '@satchel/ui/feedback/skeleton-rows';
import { Card } from '@satchel/ui/layout/card';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Files } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#shared/environment/server-clock.ts';
import { FileIcon } from '#shared/file-types/file-icon.tsx';
import { formatRelativeTime } from '#shared/format/format-time.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { QueryContent } from '#shared/panel/query-content.tsx';
import { type RecentUpload, recentUploadsOptions } from '../../queries.ts';

/** Lists the newest file shares and bundles of the user (SPEC 9). */
export function RecentUploads() {
  const { t } = useTranslation('file-shares');
  const uploads = useQuery(recentUploadsOptions());
  return (
    <Card className="lg:sticky lg:top-18">
      <h2 className="border-b border-line px-4 py-2.5 text-sm font-semibold">
        {t('upload.recent')}
      </h2>
      <QueryContent
        query={uploads}
        failure={t('upload.recentFailed')}
        placeholder={<SkeletonRows count={3} />}
      >
        {(rows) =>
          rows.length === 0 ? (
            <p className="px-4 py-4 text-sm text-ink-faint">{t('upload.noRecent')}</p>
          ) : (
            <ul className="divide-y divide-line">
              {rows.map((upload) => (
                <RecentRow key={upload.id} upload={upload} />
              ))}
            </ul>
          )
        }
      </QueryContent>
    </Card>
  );
}

function RecentRow({ upload }: { upload: RecentUpload }) {
  const { t } = useTranslation(['file-shares', 'tasks']);
  const language = useLanguage();
  const { kind, slug, name, mediaType, count, size, isReceiving, createdAt } = upload;
  const isBundle = kind === 'bundle';
  // Omits the amount until the first file has arrived, because "0 files" looks like a failure.
  const hasAmount = count !== null && (count > 0 || !isReceiving);
  const facts = [
    isReceiving && t('tasks:states.running'),
    count === null && t('bundle.folder'),
    hasAmount && isBundle && t('bundle.files', { count }),
    hasAmount && formatBytes(size),
    formatRelativeTime(createdAt, serverNow(), language),
  ];
  return (
    <li className="relative flex items-center gap-2.5 px-4 py-2.5">
      {isBundle ? (
        <Files className="size-5 shrink-0 text-ink-faint" />
      ) : (
        <FileIcon name={name} mediaType={mediaType} />
      )}
      <div className="min-w-0 flex-1">
        <Link
          to={isBundle ? '/share/$slug' : '/file/$slug'}
          params={{ slug }}
          // The whole row opens it, so that a finger has enough room.
          className="block truncate text-sm font-medium underline-offset-2 after:absolute after:inset-0 hover:underline"
        >
          {plainName(name) || t('bundle.untitled')}
        </Link>
        <p className="text-xs text-ink-faint">{facts.filter(Boolean).join(' · ')}</p>
      </div>
    </li>
  );
}
