import { Ellipsis } from 'lucide-react';
import { useId, useMemo, useRef, useState } from 'react';
import { Button } from '../src/actions/button.tsx';
import { IconButton } from '../src/actions/icon-button.tsx';
import { Checkbox } from '../src/forms/checkbox.tsx';
import { VirtualGrid } from '../src/lists/virtual-grid.tsx';
import { VirtualList } from '../src/lists/virtual-list.tsx';
import type { VirtualItemsHandle } from '../src/lists/virtual-rows.tsx';
import { Mosaics } from './mosaics.tsx';
import { Specimens } from './specimens.tsx';

interface Item {
  key: string;
  name: string;
  sentences: number;
}

const COUNT = 100_000;
const ITEMS: readonly Item[] = Array.from({ length: COUNT }, (_, index) => ({
  key: `${index + 1}`,
  name: `Scan ${index + 1}.jpg`,
  sentences: 1 + (index % 3),
}));
const getKey = (item: Item) => item.key;

function useSelection() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set(['2']));
  const [opened, setOpened] = useState('nothing');
  return {
    keys,
    toggle: ({ key }: Item) =>
      setKeys(
        (now) => new Set(now.has(key) ? [...now].filter((other) => other !== key) : [...now, key]),
      ),
    open: (item: Item) => setOpened(item.name),
    text: `${keys.size} selected, opened: ${opened}`,
  };
}

export function Collections() {
  return (
    <>
      <Rows />
      <MeasuredRows />
      <Tiles />
      <Mosaics />
      <Handled />
    </>
  );
}

function Rows() {
  const selection = useSelection();
  const id = useId();
  return (
    <Specimens name="VirtualList: 100,000 rows" isStacked>
      <VirtualList
        label={`Files, ${id}`}
        items={ITEMS}
        getKey={getKey}
        rowHeightPx={40}
        selectedKeys={selection.keys}
        onToggle={selection.toggle}
        onOpen={selection.open}
        className="h-64 rounded-lg border border-line bg-surface"
        renderItem={(item, { isSelected }) => (
          <div
            className={`flex h-10 items-center gap-3 px-3 text-sm ${isSelected ? 'bg-accent-soft' : 'hover:bg-hover'}`}
          >
            <Checkbox
              label={`Select ${item.name}`}
              isLabelHidden
              checked={isSelected}
              onChange={() => selection.toggle(item)}
            />
            <span className="min-w-0 flex-1 truncate">{item.name}</span>
            <IconButton label={`Actions for ${item.name}`} icon={<Ellipsis />} size="small" />
          </div>
        )}
      />
      <output className="text-meta text-ink-muted">{selection.text}</output>
    </Specimens>
  );
}

function MeasuredRows() {
  const id = useId();
  return (
    <Specimens name="VirtualList: rows as high as what is in them" isStacked>
      <VirtualList
        label={`Messages, ${id}`}
        items={ITEMS}
        getKey={getKey}
        rowHeightPx={48}
        areRowsMeasured
        className="h-64 rounded-lg border border-line bg-surface"
        renderItem={(item) => (
          <div className="border-b border-line px-3 py-2 text-sm">
            <p className="font-medium">{item.name}</p>
            {Array.from({ length: item.sentences }, (_, index) => `Line ${index + 1}`).map(
              (line) => (
                <p key={line} className="text-ink-muted">
                  {line}
                </p>
              ),
            )}
          </div>
        )}
      />
    </Specimens>
  );
}

/** A list whose owner moves the focus, asks what lies in a frame, and puts rows in above. */
function Handled() {
  const id = useId();
  const handle = useRef<VirtualItemsHandle>(null);
  const [added, setAdded] = useState(0);
  const [told, setTold] = useState('');
  const items = useMemo(
    () => [
      ...Array.from({ length: added }, (_, index) => {
        return { key: `new-${index}`, name: `New ${index + 1}`, sentences: 1 };
      }),
      ...ITEMS.slice(0, 5000),
    ],
    [added],
  );
  const view = { items, getKey, handle, label: `Moved, ${id}` };
  return (
    <Specimens name="Virtual items: moved by their owner" isStacked>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => handle.current?.focusItem(3000)}>Focus the 3001st</Button>
        <Button onClick={() => setAdded((count) => count + 10)}>Put ten in above</Button>
        <Button
          onClick={() => {
            const area = { left: 0, top: 41, right: 10, bottom: 119 };
            const found = handle.current?.itemsWithin(area) ?? [];
            setTold(`${found.join(', ')} of ${handle.current?.activeIndex()}`);
          }}
        >
          Ask for a frame
        </Button>
      </div>
      <VirtualList
        {...view}
        rowHeightPx={40}
        className="h-64"
        renderItem={(item) => <div className="h-10 px-3 text-sm">{item.name}</div>}
      />
      <output className="text-meta text-ink-muted">{told}</output>
    </Specimens>
  );
}

function Tiles() {
  const selection = useSelection();
  const id = useId();
  return (
    <Specimens name="VirtualGrid: 100,000 tiles" isStacked>
      <VirtualGrid
        label={`Pictures, ${id}`}
        items={ITEMS}
        getKey={getKey}
        minColumnWidthPx={130}
        selectedKeys={selection.keys}
        onToggle={selection.toggle}
        onOpen={selection.open}
        className="h-96"
        renderItem={(item, { isSelected }) => (
          <div className="flex size-full items-start gap-2 rounded-lg border border-line p-2">
            <Checkbox
              label={`Select ${item.name}`}
              isLabelHidden
              checked={isSelected}
              onChange={() => selection.toggle(item)}
            />
            {item.name}
          </div>
        )}
      />
      <output className="text-meta text-ink-muted">{selection.text}</output>
    </Specimens>
  );
}
