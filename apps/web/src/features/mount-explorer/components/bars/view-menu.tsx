import { IconButton } from '@satchel/ui/actions/icon-button';
import { Menu } from '@satchel/ui/overlays/menu';
import type { MenuEntry } from '@satchel/ui/overlays/menu-entry';
import { useSelector } from '@tanstack/react-store';
import { Grid2x2, Images, LayoutList, PanelRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useListing, usePlace } from '../../explorer-context.ts';
import { FILTER_KINDS } from '../../listing/filter-entries.ts';
import { setFolderView } from '../../listing/folder-views.ts';
import { ENTRY_SORTS, type EntrySort } from '../../listing/sort-entries.ts';
import { explorerPreferences, setGallery, setPreferences, VIEWS } from '../../preferences.ts';
import { GallerySettings } from '../gallery-settings.tsx';

const VIEW_ICONS = { list: <LayoutList />, grid: <Grid2x2 />, gallery: <Images /> } as const;

/** View, order and kinds of the entries in one menu, with the gallery's settings beside it. */
export function ViewMenu() {
  const { t } = useTranslation('explorer');
  const { path } = usePlace();
  const { filter, view } = useListing();
  const { isDetailsOpen, hasFolderSizes } = useSelector(explorerPreferences);
  const views: MenuEntry = {
    kind: 'choice',
    key: 'view',
    label: t('view.label'),
    value: view,
    options: VIEWS.map((value) => ({ value, label: t(`view.${value}`) })),
    onChange: (value) => setFolderView(path, VIEWS.find((each) => each === value) ?? 'list'),
  };
  const sizes: MenuEntry[] = [
    { kind: 'separator', key: 'before sizes' },
    {
      kind: 'checkbox',
      key: 'sizes',
      label: t('view.folderSizes'),
      isChecked: hasFolderSizes,
      onChange: (isChecked) => setPreferences({ hasFolderSizes: isChecked }),
    },
  ];
  return (
    <>
      {view === 'gallery' && <GallerySettings />}
      <Menu
        label={t('view.menu')}
        icon={VIEW_ICONS[view]}
        className={filter.kind ? 'bg-accent-soft text-accent-strong!' : ''}
        items={[views, ...useOrderItems(), ...useKindItems(), ...sizes]}
      />
      <span className="max-lg:hidden">
        <IconButton
          label={t('details.toggle')}
          icon={<PanelRight />}
          size="small"
          tooltipSide="bottom-end"
          aria-pressed={isDetailsOpen}
          onClick={() => setPreferences({ isDetailsOpen: !isDetailsOpen })}
        />
      </span>
    </>
  );
}

function useKindItems(): readonly MenuEntry[] {
  const { t } = useTranslation('explorer');
  const { filter, setFilter } = useListing();
  return [
    {
      kind: 'choice',
      key: 'kind',
      label: t('filter.kind'),
      value: filter.kind ?? '',
      options: [
        { value: '', label: t('filter.all') },
        ...FILTER_KINDS.map((kind) => ({ value: kind, label: t(`filter.${kind}`) })),
      ],
      onChange: (value) =>
        setFilter({ ...filter, kind: FILTER_KINDS.find((kind) => kind === value) ?? null }),
    },
  ];
}

function useOrderItems(): readonly MenuEntry[] {
  const { t } = useTranslation('explorer');
  const { view } = useListing();
  const { order, gallery } = useSelector(explorerPreferences);
  const isGallery = view === 'gallery';
  const sortOf = (value: string): EntrySort => ENTRY_SORTS.find((sort) => sort === value) ?? 'name';
  const items: MenuEntry[] = [
    {
      kind: 'choice',
      key: 'sort',
      label: t('sort.label'),
      value: isGallery ? gallery.sort : order.sort,
      options: ENTRY_SORTS.map((sort) => ({ value: sort, label: t(`columns.${sort}`) })),
      onChange: (value) =>
        isGallery
          ? setGallery({ sort: sortOf(value) })
          : setPreferences({ order: { ...order, sort: sortOf(value) } }),
    },
  ];
  if (!isGallery) {
    items.push({
      kind: 'choice',
      key: 'order',
      label: t('sort.order'),
      value: order.order,
      options: (['asc', 'desc'] as const).map((value) => ({ value, label: t(`sort.${value}`) })),
      onChange: (value) =>
        setPreferences({ order: { ...order, order: value === 'desc' ? 'desc' : 'asc' } }),
    });
  }
  return items;
}
