import { formatBytes } from '@satchel/api-client/format-bytes';
import { Card } from '@satchel/ui/layout/card';
import { Download } from 'lucide-react';
import { type MouseEvent, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { EntryIcon } from '#shared/file-types/entry-icon.tsx';
import { entryKindOf } from '#shared/file-types/entry-kind.ts';
import { formatDateTime } from '#shared/format/format-time.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { Thumbnail } from '#shared/previews/images/thumbnail.tsx';
import { bundleArchiveUrl, bundleFileUrl, type Visit } from '../addresses.ts';
import type { BundleItem, OpenedBundle } from '../queries.ts';

export interface BundleItemsProps {
  opened: OpenedBundle;
  items: readonly BundleItem[];
  onFolder: (path: string) => void;
  onFile: (path: string) => void;
}

/** Address of an item on this page, for a new tab. */
export function addressOf({ isDirectory, path }: BundleItem): string {
  return `?${new URLSearchParams(isDirectory ? { folder: path } : { file: path })}`;
}

/** Opens an item on a plain click; the browser handles clicks with a modifier. */
export function useItemClick({ onFolder, onFile }: Pick<BundleItemsProps, 'onFolder' | 'onFile'>) {
  return (event: MouseEvent, { isDirectory, path }: BundleItem) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (isDirectory) onFolder(path);
    else onFile(path);
  };
}

/** One row per item. The rows scroll with the page, and are plain links for keyboards and printers. */
export function BundleList({ opened, items, ...actions }: BundleItemsProps) {
  const { t } = useTranslation('bundles');
  const open = useItemClick(actions);
  return (
    <Card className="overflow-clip print:border-0 print:shadow-none">
      <ul aria-label={t('content.label')}>
        {items.map((item) => (
          <Row key={item.path} visit={opened} item={item} onOpen={open} />
        ))}
      </ul>
    </Card>
  );
}

interface RowProps {
  visit: Visit;
  item: BundleItem;
  onOpen: (event: MouseEvent, item: BundleItem) => void;
}

const Row = memo(function Row({ visit, item, onOpen }: RowProps) {
  const { t } = useTranslation('bundles');
  const language = useLanguage();
  const { path, isDirectory, size, modified } = item;
  const name = plainName(item.name);
  const isPicture = entryKindOf(item) === 'image';
  return (
    // The browser lays out rows of a long list only when they scroll into view.
    <li className="group relative flex items-center gap-1 border-t border-line pr-2 [contain-intrinsic-size:auto_3.75rem] [content-visibility:auto] first:border-0 hover:bg-hover print:[content-visibility:visible]">
      <a
        href={addressOf(item)}
        onClick={(event) => onOpen(event, item)}
        className="flex min-h-15 min-w-0 flex-1 items-center gap-3.5 py-2 pl-4 -outline-offset-2"
      >
        <span className="inline-flex size-11 shrink-0 items-center justify-center overflow-clip rounded-md bg-sunken print:hidden">
          {isPicture ? (
            <Thumbnail entry={item} size={128} className="size-full object-cover" />
          ) : (
            <EntryIcon entry={item} className="size-5.5" />
          )}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate text-body font-medium print:wrap-anywhere print:whitespace-normal">
            {name}
          </span>
          <span className="figures block truncate text-caption text-ink-muted">
            {isDirectory ? (
              t('content.folder')
            ) : (
              <>
                {formatBytes(size ?? 0)}
                <span className="max-sm:hidden"> · {formatDateTime(modified, language)}</span>
              </>
            )}
          </span>
        </span>
      </a>
      <a
        href={
          isDirectory
            ? bundleArchiveUrl(visit, path)
            : bundleFileUrl(visit, path, { download: true })
        }
        download={isDirectory ? '' : name}
        aria-label={t('content.download', { name })}
        title={t('content.download', { name })}
        className="touch-target inline-flex size-10 shrink-0 items-center justify-center rounded-md text-ink-muted hover:bg-hover hover:text-ink print:hidden"
      >
        <Download className="size-4.5" />
      </a>
    </li>
  );
});
