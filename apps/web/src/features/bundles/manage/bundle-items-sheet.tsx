import { formatBytes } from '@satchel/api-client/format-bytes';
import { Button } from '@satchel/ui/actions/button';
import { IconButton } from '@satchel/ui/actions/icon-button';
import { EmptyState } from '@satchel/ui/feedback/empty-state';
import { Notice } from '@satchel/ui/feedback/notice';
import { SideSheet } from '@satchel/ui/overlays/side-sheet';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CornerLeftUp, FileStack, Folder, FolderPlus, Trash2 } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '#shared/errors/error-notice.tsx';
import { EntryIcon } from '#shared/file-types/entry-icon.tsx';
import { directoryOf } from '#shared/format/item-path.ts';
import { plainName } from '#shared/format/plain-name.ts';
import type { FolderChooserProps } from '#shared/mounts/folder-chooser-props.ts';
import { useFolderChooser } from '#shared/mounts/use-folder-chooser.tsx';
import { ConfirmMutation } from '#shared/panel/confirm-mutation.tsx';
import { QueryContent } from '#shared/panel/query-content.tsx';
import { useDeletionFocus } from '#shared/panel/use-deletion-focus.ts';
import { MoreItems } from '../components/more-items.tsx';
import { useRemoveBundleItem } from '../mutations.ts';
import { type BundleItem, bundleQueries, type OwnBundle } from '../queries.ts';
import { AddSharesDialog } from './add-shares-dialog.tsx';
import { ownItemsOptions } from './queries.ts';
import { useAddedItems } from './use-added-items.ts';

export interface BundleItemsSheetProps {
  /** Id of the bundle. */
  id: string;
  FolderChooser: ComponentType<FolderChooserProps>;
  onClose: () => void;
}

/** Shows the items of an own bundle. The owner adds and removes some; each change applies immediately. */
export function BundleItemsSheet({ id, FolderChooser, onClose }: BundleItemsSheetProps) {
  const { t } = useTranslation('bundles');
  const bundle = useQuery(bundleQueries.own(id));
  return (
    <SideSheet
      onClose={onClose}
      title={t('items.title')}
      description={bundle.data && (bundle.data.title || bundle.data.slug)}
      className="sm:w-[min(34rem,100vw)]"
    >
      <QueryContent query={bundle} failure={t('items.loadFailed')}>
        {(own) => (
          <div className="flex flex-col gap-3">
            {own.is_folder ? (
              <Notice icon={<Folder />}>
                {own.path === null
                  ? t('items.isFolder')
                  : t('items.isFolderAt', { path: own.path })}
              </Notice>
            ) : (
              <AddButtons id={own.id} FolderChooser={FolderChooser} />
            )}
            <Items bundle={own} />
          </div>
        )}
      </QueryContent>
    </SideSheet>
  );
}

function AddButtons({ id, FolderChooser }: Omit<BundleItemsSheetProps, 'onClose'>) {
  const { t } = useTranslation('bundles');
  const [isAddingShares, setIsAddingShares] = useState(false);
  const add = useAddedItems(id);
  const folder = useFolderChooser(FolderChooser, {
    title: t('items.chooseFolder'),
    submitLabel: t('items.addThisFolder'),
    permission: 'mount_view',
    onChoose: (path) => add.mutate({ paths: [path] }),
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={<FileStack />} onClick={() => setIsAddingShares(true)}>
        {t('items.addShares')}
      </Button>
      <Button icon={<FolderPlus />} isBusy={add.isPending} onClick={folder.choose}>
        {t('items.addFolder')}
      </Button>
      {isAddingShares && <AddSharesDialog id={id} onClose={() => setIsAddingShares(false)} />}
      {folder.dialog}
    </div>
  );
}

function Items({ bundle }: { bundle: OwnBundle }) {
  const { t } = useTranslation(['bundles', 'shell']);
  const [path, setPath] = useState('');
  const [removed, setRemoved] = useState<BundleItem | null>(null);
  const pages = useInfiniteQuery(ownItemsOptions(bundle.id, path));
  const removal = useRemoveBundleItem(bundle.id);
  const focus = useDeletionFocus<HTMLUListElement>('[data-remove]');
  const items = pages.data?.pages.flatMap((page) => page.items);
  return (
    <>
      {path !== '' && (
        <div className="flex items-center gap-2">
          <IconButton
            label={t('content.up')}
            icon={<CornerLeftUp />}
            size="small"
            onClick={() => setPath(directoryOf(path))}
          />
          <span className="truncate text-sm font-medium">{plainName(path)}</span>
        </div>
      )}
      {pages.error && !pages.isFetchNextPageError && <ErrorNotice error={pages.error} />}
      {items?.length === 0 && (
        <EmptyState
          icon={<Folder />}
          title={t('content.empty')}
          description={t('items.emptyHint')}
        />
      )}
      {items && items.length > 0 && (
        <ul
          ref={focus.list}
          aria-label={t('content.label')}
          className="rounded-md border border-line"
        >
          {items.map((item, index) => (
            <Item
              key={item.path}
              item={item}
              onOpen={() => setPath(item.path)}
              onRemove={
                bundle.is_folder
                  ? undefined
                  : () => {
                      focus.askAbout(index);
                      setRemoved(item);
                    }
              }
            />
          ))}
        </ul>
      )}
      <MoreItems pages={pages} />
      {removed && (
        <ConfirmMutation
          mutation={removal}
          input={removed.path}
          title={t('items.removeTitle', { name: plainName(removed.name) })}
          description={t(removed.isDirectory ? 'items.removeFolderHint' : 'items.removeHint')}
          confirmLabel={t('items.removeSubmit')}
          doneText={() => t('items.removed', { name: plainName(removed.name) })}
          {...focus.question}
          onClose={() => setRemoved(null)}
        />
      )}
    </>
  );
}

interface ItemProps {
  item: BundleItem;
  onOpen: () => void;
  /** Undefined where items cannot be removed. */
  onRemove: (() => void) | undefined;
}

function Item({ item, onOpen, onRemove }: ItemProps) {
  const { t } = useTranslation('bundles');
  const name = plainName(item.name);
  const detail = [item.size !== null && formatBytes(item.size), item.mounted_path]
    .filter(Boolean)
    .join(' · ');
  const label = (
    <>
      <EntryIcon entry={item} className="size-5 shrink-0" />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm">{name}</span>
        {detail && <span className="block truncate text-xs text-ink-muted">{detail}</span>}
      </span>
    </>
  );
  const className = 'flex min-h-11 min-w-0 flex-1 items-center gap-2.5 px-3 py-1.5 text-left';
  return (
    <li className="flex items-center border-t border-line pr-1 first:border-0">
      {item.isDirectory ? (
        <button type="button" onClick={onOpen} className={`${className} hover:bg-hover`}>
          {label}
        </button>
      ) : (
        <div className={className}>{label}</div>
      )}
      {onRemove && (
        <IconButton
          label={t('items.remove', { name })}
          data-remove=""
          icon={<Trash2 />}
          size="small"
          onClick={onRemove}
        />
      )}
    </li>
  );
}
