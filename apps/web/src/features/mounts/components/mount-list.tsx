import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { Card } from '@satchel/ui/layout/card';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import type { MountRow } from '#shared/mounts/mount-queries.ts';
import type { RowActions } from '#shared/panel/rows-page.tsx';
import { moveMount } from '../mount-order.ts';
import { useOrderMounts } from '../mutations.ts';
import { MountItem } from './mount-item.tsx';

export interface MountListProps extends RowActions<MountRow> {
  rows: readonly MountRow[];
  /** Storage names by id; empty while they load. */
  storageNames: ReadonlyMap<string, string>;
}

/** Lists the mounts in order. Users reorder them by dragging, or with Space and the arrow keys. */
export function MountList({ rows, storageNames, ...actions }: MountListProps) {
  const { t } = useTranslation('mounts');
  const order = useOrderMounts();
  const announcements = useAnnouncements(rows);
  const sensors = useSensors(
    // Only the handle starts a drag, so that touch still scrolls the list.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  function drop({ active, over }: DragEndEvent) {
    const from = rows.findIndex(({ id }) => id === active.id);
    const to = rows.findIndex(({ id }) => id === over?.id);
    if (from < 0 || to < 0 || from === to) return;
    order.mutate({ before: rows, after: moveMount(rows, from, to) }, { onError: showErrorToast });
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: t('order.instructions') },
      }}
    >
      <SortableContext items={rows.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <Card className="overflow-clip">
          <ol aria-label={t('caption')} className="divide-y divide-line">
            {rows.map((row) => (
              <MountItem
                key={row.id}
                row={row}
                storageName={storageNames.get(row.storage_config_id)}
                {...actions}
              />
            ))}
          </ol>
        </Card>
      </SortableContext>
    </DndContext>
  );
}

/** Screen reader announcements while the user moves a mount. */
function useAnnouncements(rows: readonly MountRow[]): Announcements {
  const { t } = useTranslation('mounts');
  const placeOf = (id: string | number | undefined) => {
    const index = rows.findIndex((row) => row.id === id);
    return { name: rows[index]?.name ?? '', place: index + 1, count: rows.length };
  };
  return {
    onDragStart: ({ active }) => t('order.lifted', placeOf(active.id)),
    onDragOver: ({ active, over }) =>
      over ? t('order.over', { ...placeOf(over.id), name: placeOf(active.id).name }) : undefined,
    onDragEnd: ({ active, over }) =>
      t('order.dropped', { ...placeOf(over?.id), name: placeOf(active.id).name }),
    onDragCancel: ({ active }) => t('order.cancelled', placeOf(active.id)),
  };
}
