import { BUNDLE_SORTS, BUNDLE_STATES, SHARE_STATES } from '@satchel/api-client/contract/limits';
import { formatBytes } from '@satchel/api-client/format-bytes';
import { Badge } from '@satchel/ui/feedback/badge';
import { CircleCheck, Folder, Layers, ListTree, LoaderCircle } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '#shared/api/client.ts';
import type { Column } from '#shared/data-list/rows/column.ts';
import { defineListSearch } from '#shared/data-list/search/list-search.ts';
import { resultToasts } from '#shared/errors/result-toasts.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { explorerFolder } from '#shared/mounts/explorer-place.ts';
import type { FolderChooserProps } from '#shared/mounts/folder-chooser-props.ts';
import { linkFieldsOf, type ManagedShare } from '#shared/shares/listing/managed-share.ts';
import { ShareManagement } from '#shared/shares/listing/share-management.tsx';
import { bundleShareUrl } from '#shared/shares/share-address.ts';
import { createShareDeletions } from '#shared/shares/share-deletions.ts';
import { factsOfSummary } from '#shared/shares/share-queries.ts';
import { useCompleteBundle } from '../mutations.ts';
import { type BundleRow, bundleKeys, bundleQueries } from '../queries.ts';

const EditBundleSheet = lazyPart(() =>
  import('./edit-bundle-sheet.tsx').then((module) => module.EditBundleSheet),
);
const BundleItemsSheet = lazyPart(() =>
  import('./bundle-items-sheet.tsx').then((module) => module.BundleItemsSheet),
);

const listSearch = defineListSearch({
  sorts: BUNDLE_SORTS,
  states: [...BUNDLE_STATES, ...SHARE_STATES],
});

const deletions = createShareDeletions({
  send: ({ bundles }, ids) => bundles.delete({ body: { ids } }),
  lists: bundleKeys.lists,
});

interface ManagedBundle extends ManagedShare {
  /** Null for a folder of a mount. */
  itemCount: number | null;
  /** Whether its upload has not ended. */
  isReceiving: boolean;
}

export interface BundleManagementPageProps {
  FolderChooser: ComponentType<FolderChooserProps>;
}

/** Lists the bundles of the user: links to several files, or to a folder of a mount. */
export function BundleManagementPage({ FolderChooser }: BundleManagementPageProps) {
  const { t } = useTranslation(['bundles', 'share-lists']);
  const [opened, setOpened] = useState<string | null>(null);
  const complete = useCompleteBundle();
  const itemColumn: Column<ManagedBundle, (typeof BUNDLE_SORTS)[number]> = {
    id: 'items',
    header: t('manage.items'),
    isNumeric: true,
    className: 'whitespace-nowrap',
    cell: ({ itemCount }) => itemCount ?? t('manage.folder'),
  };

  function managedBundleOf(row: BundleRow): ManagedBundle {
    const title = row.title || row.slug;
    const detail = [title !== row.slug && row.slug, row.sender, row.path]
      .filter(Boolean)
      .join(' · ');
    return {
      ...linkFieldsOf(row),
      url: bundleShareUrl(row.slug),
      path: `/share/${row.slug}`,
      title,
      detail: plainName(detail) || (row.message ?? ''),
      icon: row.is_folder ? <Folder /> : <Layers />,
      ...factsOfSummary(row),
      itemCount: row.item_count,
      size: row.total_size === null ? '–' : formatBytes(row.total_size),
      isInPlace: row.is_folder,
      place: row.path === null ? null : explorerFolder(row.path),
      isReceiving: row.state === 'receiving',
      badge: row.state === 'receiving' && (
        <Badge icon={<LoaderCircle />} tone="accent">
          {t('share-lists:states.receiving')}
        </Badge>
      ),
    };
  }

  return (
    <>
      <ShareManagement
        createAt="/upload"
        icon={<Layers />}
        search={listSearch}
        queries={bundleQueries}
        rowOf={managedBundleOf}
        all={client.bundles.all}
        columnsOf={(all) => all.toSpliced(2, 0, itemColumn)}
        deletions={deletions}
        hasOwnDeletionWords
        moreActions={({ id, title, isReceiving }) => [
          {
            key: 'items',
            label: t('manage.showItems'),
            icon: <ListTree />,
            onSelect: () => setOpened(id),
          },
          ...(isReceiving
            ? [
                {
                  key: 'complete',
                  label: t('manage.complete'),
                  icon: <CircleCheck />,
                  onSelect: () =>
                    complete.mutate(id, resultToasts(t('manage.completed', { title }))),
                },
              ]
            : []),
        ]}
        editSheet={(sheet) => <EditBundleSheet {...sheet} />}
      />
      {opened && (
        <BundleItemsSheet
          id={opened}
          FolderChooser={FolderChooser}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
