import {
  Copy,
  Ellipsis,
  Folder,
  HardDrive,
  LayoutGrid,
  List,
  Pencil,
  Trash2,
  Upload,
} from 'lucide-react';
import { useId, useState } from 'react';
import { TabList, TabPanel, Tabs } from '../src/actions/tabs.tsx';
import { Toolbar, ToolbarButton, ToolbarSeparator } from '../src/actions/toolbar.tsx';
import { ViewSwitch } from '../src/actions/view-switch.tsx';
import { Breadcrumb } from '../src/layout/breadcrumb.tsx';
import { ContextMenu } from '../src/overlays/context-menu.tsx';
import { Menu } from '../src/overlays/menu.tsx';
import type { MenuEntry } from '../src/overlays/menu-entry.ts';
import { Specimens } from './specimens.tsx';

const FOLDERS = ['Photos', 'Family', 'Summer on the coast', '2026', 'Originals', 'Not sorted yet'];
const PATH = [
  { key: '/', label: 'Archive', icon: <HardDrive />, href: '#/' },
  ...FOLDERS.map((label, index) => ({
    key: `${index}`,
    label,
    href: `#/${index}`,
    ...(label === 'Family' && { isDropTarget: true }),
  })),
];

export function Navigation() {
  return (
    <>
      <Menus />
      <TabSpecimens />
      <ViewSwitches />
      <Toolbars />
      <Paths />
    </>
  );
}

function useMenuItems() {
  const [done, setDone] = useState('nothing');
  const [hasHidden, setHasHidden] = useState(false);
  const [order, setOrder] = useState('name');
  const items: readonly MenuEntry[] = [
    {
      ...{ key: 'edit', label: 'Edit', icon: <Pencil />, shortcut: 'F2' },
      onSelect: () => setDone('edit'),
    },
    {
      ...{ kind: 'submenu', key: 'copy', label: 'Copy to', icon: <Copy /> },
      items: FOLDERS.slice(0, 2).map((label) => ({
        ...{ key: label, label, icon: <Folder /> },
        onSelect: () => setDone(`copy to ${label}`),
      })),
    },
    { key: 'not-now', label: 'Not now', isDisabled: true, onSelect: () => setDone('not now') },
    { kind: 'separator', key: 'separator' },
    {
      ...{ kind: 'checkbox', key: 'hidden', label: 'Hidden files', shortcut: 'Ctrl+H' },
      ...{ isChecked: hasHidden, onChange: setHasHidden },
    },
    {
      ...{ kind: 'choice', key: 'order', label: 'Sort by', value: order, onChange: setOrder },
      options: [
        { value: 'name', label: 'Name' },
        { value: 'size', label: 'Size' },
      ],
    },
    {
      ...{ kind: 'group', key: 'danger', label: 'For good' },
      items: [
        {
          ...{ key: 'delete', label: 'Delete', icon: <Trash2 />, shortcut: 'Del' },
          ...{ isDangerous: true, onSelect: () => setDone('delete') },
        },
      ],
    },
  ];
  return { items, done: `${done}, by ${order}${hasHidden ? ', with hidden ones' : ''}` };
}

function Menus() {
  const menu = useMenuItems();
  const context = useMenuItems();
  return (
    <>
      <Specimens name="Menu">
        <Menu label="More" icon={<Ellipsis />} items={menu.items} />
        <Menu label="Actions" isLabelShown items={menu.items} />
        <output className="text-meta text-ink-muted">Done: {menu.done}</output>
      </Specimens>
      <Specimens name="ContextMenu">
        <ContextMenu label="Actions" items={context.items}>
          <button
            type="button"
            className="rounded-lg border border-line border-dashed px-6 py-4 text-sm text-ink-muted"
          >
            A right click, or a long press
          </button>
        </ContextMenu>
        <output className="text-meta text-ink-muted">Done: {context.done}</output>
      </Specimens>
    </>
  );
}

const VIEWS = [
  { value: 'files', label: 'Files', icon: <Folder /> },
  { value: 'activity', label: 'Activity' },
  { value: 'settings', label: 'Settings' },
] as const;

function TabSpecimens() {
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('files');
  return (
    <Specimens name="Tabs, TabList and TabPanel" isStacked>
      <Tabs selected={view} onSelect={setView}>
        <TabList label="Parts" tabs={VIEWS} />
        {VIEWS.map(({ value, label }) => (
          <TabPanel key={value} value={value} className="pt-3 text-body">
            What is under {label}
          </TabPanel>
        ))}
      </Tabs>
    </Specimens>
  );
}

function ViewSwitches() {
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('files');
  return (
    <Specimens name="ViewSwitch">
      <ViewSwitch label="Views" views={VIEWS} shown={view} onShow={setView} />
      <ViewSwitch
        isCompact
        label="Views of a toolbar"
        views={VIEWS}
        shown={view}
        onShow={setView}
      />
    </Specimens>
  );
}

function Toolbars() {
  const [look, setLook] = useState('list');
  return (
    <Specimens name="Toolbar">
      <Toolbar label="Files">
        <ToolbarButton label="Upload" icon={<Upload />} isLabelShown />
        <ToolbarSeparator />
        <ToolbarButton
          label="As a list"
          icon={<List />}
          isPressed={look === 'list'}
          onClick={() => setLook('list')}
        />
        <ToolbarButton
          label="As a grid"
          icon={<LayoutGrid />}
          isPressed={look === 'grid'}
          onClick={() => setLook('grid')}
        />
        <ToolbarSeparator />
        <ToolbarButton label="Delete selected" icon={<Trash2 />} disabled />
      </Toolbar>
    </Specimens>
  );
}

function Paths() {
  const [place, setPlace] = useState('Not sorted yet');
  const id = useId();
  return (
    <Specimens name="Breadcrumb" isStacked>
      {['w-full', 'w-72'].map((width) => (
        <Breadcrumb
          key={width}
          label={`Path, ${width}, ${id}`}
          crumbs={PATH}
          onSelect={(crumb) => setPlace(crumb.label)}
          moreLabel="Folders between"
          className={width}
        />
      ))}
      <output className="text-meta text-ink-muted">In: {place}</output>
    </Specimens>
  );
}
