import { formatBytes } from '@satchel/api-client/format-bytes';
import { Fact, FactList } from '@satchel/ui/lists/fact-list';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CopyTextButton } from '#shared/browser/copy-text-button.tsx';
import { serverNow } from '#shared/environment/server-clock.ts';
import { EntryIcon } from '#shared/file-types/entry-icon.tsx';
import { entryKindOf } from '#shared/file-types/entry-kind.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatDateTime, formatRelativeTime } from '#shared/format/format-time.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { Thumbnail } from '#shared/previews/images/thumbnail.tsx';
import { usePrincipal } from '#shared/session/use-session.ts';
import { type Entry, entryOptions, folderSizesOptions } from '../queries.ts';

/** Shows all properties of one entry. Requests those that only the storage has. */
export function EntryDetails({ entry }: { entry: Entry }) {
  const { t } = useTranslation('explorer');
  const language = useLanguage();
  const isAdmin = usePrincipal().kind === 'admin';
  const kind = entryKindOf(entry);
  const asked = useQuery({ ...entryOptions(entry.path), enabled: !entry.isDirectory });
  const { name, path, size, modified, isDirectory, isVirtual } = entry;
  const { data: sizes } = useQuery({ ...folderSizesOptions(path), enabled: isDirectory });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex h-44 items-center justify-center overflow-clip rounded-lg bg-sunken">
        {kind === 'image' ? (
          <Thumbnail entry={entry} size={640} className="size-full object-contain" />
        ) : (
          <EntryIcon entry={entry} className="size-16 stroke-1" />
        )}
      </div>
      <p className="text-heading wrap-anywhere">{plainName(name)}</p>
      <FactList isStacked>
        <Fact term={t('columns.type')}>
          {t(`kinds.${kind}`)}
          {asked.data?.contentType && (
            <span className="ml-2 text-caption text-ink-muted">{asked.data.contentType}</span>
          )}
        </Fact>
        <Fact term={t('details.mount')}>{entry.mount_name}</Fact>
        {!isDirectory && (
          <Fact term={t('columns.size')}>
            {formatBytes(size ?? 0)}
            <span className="figures ml-2 text-caption text-ink-muted">
              {t('details.bytes', {
                count: size ?? 0,
                number: formatNumber(size ?? 0, language),
              })}
            </span>
          </Fact>
        )}
        {sizes?.indexedAt && (
          <Fact term={t('columns.size')}>
            {formatBytes(sizes.size)}
            <span className="figures ml-2 text-caption text-ink-muted">
              {t('details.files', {
                count: sizes.files,
                number: formatNumber(sizes.files, language),
              })}
              {' · '}
              {t('search.asOf', {
                when: formatRelativeTime(sizes.indexedAt, serverNow(), language),
              })}
            </span>
          </Fact>
        )}
        {!isDirectory && !isVirtual && (
          <Fact term={t('columns.modified')}>
            {formatDateTime(modified, language)}
            <span className="ml-2 text-caption text-ink-muted">
              {formatRelativeTime(modified, serverNow(), language)}
            </span>
          </Fact>
        )}
        <Fact term={t('details.path')}>
          <span className="font-mono text-meta">{plainName(path)}</span>
        </Fact>
        {isAdmin && asked.data?.etag && (
          <Fact term="ETag">
            <span className="font-mono text-meta">{asked.data.etag}</span>
          </Fact>
        )}
      </FactList>
      <CopyTextButton text={path} label={t('details.copyPath')} />
    </div>
  );
}
