import { Toolbar, ToolbarButton, ToolbarGroup } from '@satchel/ui/actions/toolbar';
import { TextField } from '@satchel/ui/forms/text-field';
import { useMediaQuery } from '@satchel/ui/layout/use-media-query';
import { Menu } from '@satchel/ui/overlays/menu';
import type { MenuEntry } from '@satchel/ui/overlays/menu-entry';
import { useSelector } from '@tanstack/react-store';
import { ArrowDownUp, Funnel, Grid2x2, Images, LayoutList, PanelRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useListing } from '../explorer-context.ts';
import { FILTER_KINDS, isFiltering, NO_FILTER } from '../listing/filter-entries.ts';
import { ENTRY_SORTS, type EntrySort } from '../listing/sort-entries.ts';
import { explorerPreferences, setGallery, setPreferences, VIEWS } from '../preferences.ts';
import { GallerySettings } from './gallery-settings.tsx';

const VIEW_ICONS = { list: <LayoutList />, grid: <Grid2x2 />, gallery: <Images /> } as const;

/** Controls of the view: filter, sort order and layout. */
export function ViewBar() {
  const { t } = useTranslation('explorer');
  const { filter, setFilter } = useListing();
  const { view } = useSelector(explorerPreferences);
  const isNarrow = useMediaQuery('(width < 40rem)');
  return (
    <div className="ml-auto flex items-center gap-1">
      <TextField
        type="search"
        label={t('filter.label')}
        isLabelHidden
        placeholder={t('filter.label')}
        className="w-44 max-md:hidden"
        value={filter.words}
        onChange={(event) => setFilter({ ...filter, words: event.target.value })}
      />
      <FilterMenu />
      {view === 'gallery' && <GallerySettings />}
      {isNarrow ? (
        <ViewMenu />
      ) : (
        <>
          <SortMenu />
          <ViewButtons />
        </>
      )}
    </div>
  );
}

function ViewButtons() {
  const { t } = useTranslation('explorer');
  const { view, isDetailsOpen } = useSelector(explorerPreferences);
  return (
    <Toolbar label={t('view.label')} className="flex-nowrap!">
      <ToolbarGroup label={t('view.label')}>
        {VIEWS.map((each) => (
          <ToolbarButton
            key={each}
            label={t(`view.${each}`)}
            icon={VIEW_ICONS[each]}
            isPressed={view === each}
            onClick={() => setPreferences({ view: each })}
          />
        ))}
      </ToolbarGroup>
      <ToolbarButton
        label={t('details.toggle')}
        icon={<PanelRight />}
        isPressed={isDetailsOpen}
        className="max-lg:hidden"
        onClick={() => setPreferences({ isDetailsOpen: !isDetailsOpen })}
      />
    </Toolbar>
  );
}

/** All view controls in one menu, for narrow screens. */
function ViewMenu() {
  const { t } = useTranslation('explorer');
  const { view } = useSelector(explorerPreferences);
  const order = useOrderItems();
  const views: MenuEntry = {
    kind: 'choice',
    key: 'view',
    label: t('view.label'),
    value: view,
    options: VIEWS.map((value) => ({ value, label: t(`view.${value}`) })),
    onChange: (value) => setPreferences({ view: VIEWS.find((each) => each === value) ?? 'list' }),
  };
  return <Menu label={t('view.menu')} icon={VIEW_ICONS[view]} items={[views, ...order]} />;
}

function FilterMenu() {
  const { t } = useTranslation('explorer');
  const { filter, setFilter } = useListing();
  return (
    <Menu
      label={t('filter.kind')}
      icon={<Funnel />}
      className={isFiltering(filter) ? 'bg-accent-soft text-accent-strong!' : ''}
      items={[
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
        // The address may contain filter words although narrow screens have no filter input.
        ...(isFiltering(filter)
          ? [{ key: 'clear', label: t('empty.showAll'), onSelect: () => setFilter(NO_FILTER) }]
          : []),
      ]}
    />
  );
}

/** Menu for the sort order of tiles, and of lists on phones, because those have no column headers. */
function SortMenu() {
  const { t } = useTranslation('explorer');
  return <Menu label={t('sort.label')} icon={<ArrowDownUp />} items={useOrderItems()} />;
}

function useOrderItems(): readonly MenuEntry[] {
  const { t } = useTranslation('explorer');
  const { view, order, gallery } = useSelector(explorerPreferences);
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
