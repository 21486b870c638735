import { Button } from '@satchel/ui/actions/button';
import { EmptyState } from '@satchel/ui/feedback/empty-state';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FolderOpen, Hourglass, House } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf } from '#shared/format/item-path.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { pictureTransition } from '#shared/previews/images/picture-transition.ts';
import { FilePreviewWindow } from '#shared/previews/window/file-preview-window.tsx';
import { ShareProblem } from '#shared/shares/opening/share-problem.tsx';
import { type BundleSearch, foldersOf, parentOf, shownFolder } from '../bundle-search.ts';
import { isVisitRefused } from '../live/use-visit-end.ts';
import { isPictureFolder } from '../picture-folder.ts';
import { itemsOptions, type OpenedBundle } from '../queries.ts';
import { BundleGallery } from './bundle-gallery.tsx';
import { BundleList } from './bundle-list.tsx';
import { ItemsPending } from './items-pending.tsx';
import { MoreItems } from './more-items.tsx';

/** Most links show one folder, which has no breadcrumbs. */
const Breadcrumb = lazyPart(
  async () => (await import('@satchel/ui/layout/breadcrumb')).Breadcrumb,
  <div className="h-8" />,
);

export interface BundleContentProps {
  opened: OpenedBundle;
  search: BundleSearch;
  isReceiving: boolean;
}

/** Files of the shown folder as a list, or as a gallery where most are pictures; a file opens over them. */
export function BundleContent({ opened, search, isReceiving }: BundleContentProps) {
  const { t } = useTranslation(['bundles', 'shell']);
  const navigate = useNavigate();
  const { file } = search;
  const folder = shownFolder(search);
  const pages = useInfiniteQuery(itemsOptions(opened, folder));
  // Renders long lists in slices, so that a slow phone stays responsive.
  const data = useDeferredValue(pages.data);
  const items = useMemo(() => data?.pages.flatMap(({ items: each }) => each) ?? [], [data]);
  const section = useFolderFocus(folder);
  const isPending = pages.isPending || (pages.isSuccess && !data);
  const show = (next: BundleSearch, replace = false) =>
    void navigate({
      to: '/share/$slug',
      params: { slug: opened.slug },
      search: next,
      replace,
      resetScroll: next.file === undefined && next.folder !== search.folder,
      viewTransition: pictureTransition(file, next.file),
    });
  const openFolder = (path: string) => show(path ? { folder: path } : {});
  const crumbs = [
    { key: '', label: t('content.top'), icon: <House />, href: '?' },
    ...foldersOf(folder).map(({ name, path }) => ({
      key: path,
      label: plainName(name),
      href: `?${new URLSearchParams({ folder: path })}`,
    })),
  ];
  const isGallery = isPictureFolder(items);
  const View = isGallery ? BundleGallery : BundleList;
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={folder === '' ? t('content.label') : plainName(nameOf(folder))}
      className="flex flex-col gap-3 outline-none"
    >
      {folder !== '' && (
        <Breadcrumb
          label={t('content.folders')}
          moreLabel={t('content.moreFolders')}
          crumbs={crumbs}
          onSelect={({ key }) => openFolder(key)}
          className="print:hidden"
        />
      )}
      {isPending ? (
        <ItemsPending />
      ) : pages.error && items.length === 0 ? (
        <ShareProblem
          error={pages.error}
          onRetry={() =>
            isVisitRefused(pages.error) ? window.location.reload() : void pages.refetch()
          }
        />
      ) : items.length === 0 ? (
        <EmptyState
          icon={isReceiving ? <Hourglass /> : <FolderOpen />}
          title={t(isReceiving ? 'content.nothingYet' : 'content.empty')}
          description={t(isReceiving ? 'content.nothingYetHint' : 'content.emptyHint')}
          action={
            folder !== '' && (
              <Button onClick={() => openFolder(parentOf(folder))}>{t('content.up')}</Button>
            )
          }
        />
      ) : (
        <View
          opened={opened}
          items={items}
          onFolder={openFolder}
          onFile={(path) => show({ ...(folder && { folder }), file: path })}
        />
      )}
      <MoreItems pages={pages} />
      {file !== undefined && (
        <FilePreviewWindow
          entries={items}
          path={file}
          name={nameOf(file)}
          onName={(name) => {
            const here = folder ? { folder } : {};
            if (name === null) show(here, true);
            else show({ ...here, file: folder ? `${folder}/${name}` : name }, true);
          }}
        />
      )}
    </section>
  );
}

/** Focuses the list when another folder opens, because the link that had the focus is removed with the last one. */
function useFolderFocus(folder: string) {
  const section = useRef<HTMLElement>(null);
  const focused = useRef(folder);
  useEffect(() => {
    if (focused.current === folder) return;
    focused.current = folder;
    section.current?.focus({ preventScroll: true });
  }, [folder]);
  return section;
}
