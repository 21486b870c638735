import { formatBytes } from '@satchel/api-client/format-bytes';
import { Notice } from '@satchel/ui/feedback/notice';
import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { TextField } from '@satchel/ui/forms/text-field';
import { VirtualList } from '@satchel/ui/lists/virtual-list';
import { useQuery } from '@tanstack/react-query';
import { File, Folder, Lock } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatDateTime } from '#shared/format/format-time.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { LoadError } from '#shared/loading/part-boundary.tsx';
import { PreviewFailure } from '../preview-failure.tsx';
import { readBytes } from '../source/preview-content.ts';
import { type PreviewFile, usePreviewSource } from '../source/preview-source.ts';
import { listZip, type ZippedFile } from './zip-listing.ts';

const ROW_PX = 36;

/** Lists the contents of an archive. It requests only the end of the file, which has the list. */
export function ArchiveView({ file }: { file: PreviewFile }) {
  const { t } = useTranslation('entry-preview');
  const language = useLanguage();
  const [wanted, setWanted] = useState('');
  const source = usePreviewSource();
  const { path, size, etag } = file;
  const listing = useQuery({
    queryKey: [...source.keyOf(path), 'zip', etag],
    queryFn: ({ signal }) =>
      listZip(size ?? 0, (from, length) =>
        readBytes(source, path, from, length, signal).catch((cause: unknown) => {
          throw new LoadError('The archive did not load', { cause });
        }),
      ),
    gcTime: 60_000,
    retry: false,
  });
  const files = listing.data?.files;
  const shown = useMemo(() => filesNamed(files ?? [], wanted), [files, wanted]);
  if (listing.error) {
    const isLoaded = !(listing.error instanceof LoadError);
    return <PreviewFailure reason={isLoaded ? 'unreadable' : 'failed'} />;
  }
  if (!listing.data) return <Skeleton className="m-4 h-80" />;
  const count = listing.data.files.filter(({ isDirectory }) => !isDirectory).length;
  return (
    <div className="mx-auto flex min-h-0 w-full max-w-4xl flex-1 flex-col gap-3 p-3 sm:p-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p role="status" className="text-sm text-ink-muted">
          {t('archive.summary', {
            count,
            files: formatNumber(count, language),
            size: formatBytes(listing.data.totalBytes),
          })}
        </p>
        <TextField
          label={t('archive.find')}
          isLabelHidden
          placeholder={t('archive.find')}
          type="search"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          className="w-full sm:w-64"
        />
      </div>
      {listing.data.isCut && <Notice>{t('archive.cut')}</Notice>}
      <VirtualList
        label={t('archive.contents')}
        items={shown}
        getKey={({ name }) => name}
        rowHeightPx={ROW_PX}
        className="min-h-0 flex-1 overflow-y-auto rounded-lg border border-line bg-raised"
        renderItem={(zipped) => <ZippedRow zipped={zipped} />}
      />
    </div>
  );
}

function ZippedRow({ zipped }: { zipped: ZippedFile }) {
  const { t } = useTranslation('entry-preview');
  const language = useLanguage();
  const { name, isDirectory, size, modified, isEncrypted } = zipped;
  const Icon = isDirectory ? Folder : File;
  return (
    <div className="flex h-9 items-center gap-3 border-b border-line px-3 text-sm">
      <Icon
        aria-hidden="true"
        className={isDirectory ? 'size-4 shrink-0 text-saddle' : 'size-4 shrink-0 text-ink-faint'}
      />
      <span className="min-w-0 flex-1 truncate" title={plainName(name)}>
        {plainName(name)}
      </span>
      {isEncrypted && <Lock className="size-3.5 shrink-0" aria-label={t('archive.encrypted')} />}
      <span className="figures shrink-0 text-caption text-ink-muted">
        {isDirectory ? '' : formatBytes(size)}
      </span>
      <span className="figures hidden w-40 shrink-0 text-right text-caption text-ink-muted sm:inline">
        {modified ? formatDateTime(modified.toISOString(), language) : ''}
      </span>
    </div>
  );
}

function filesNamed(files: readonly ZippedFile[], wanted: string): readonly ZippedFile[] {
  const plain = wanted.trim().toLowerCase();
  return plain === '' ? files : files.filter(({ name }) => name.toLowerCase().includes(plain));
}
