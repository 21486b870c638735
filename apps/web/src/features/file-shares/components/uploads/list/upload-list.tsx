import { ViewSwitch } from '@satchel/ui/actions/view-switch';
import { Card } from '@satchel/ui/layout/card';
import { VirtualList } from '@satchel/ui/lists/virtual-list';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TaskTotal } from '#shared/tasks/display/task-total.tsx';
import { isUnderWay, type Task, type TaskState } from '#shared/tasks/task.ts';
import { tasks } from '#shared/tasks/tasks.ts';
import { useTaskIds, useTaskSummary } from '#shared/tasks/use-tasks.ts';
import { isBundleTask } from '../../../uploads/bundles/bundle-task.ts';
import { isUploadTask } from '../../../uploads/upload-task.ts';
import { AllLinks } from './all-links.tsx';
import { BundleCard } from './bundle-card.tsx';
import { UploadRow } from './upload-row.tsx';

const ROW_HEIGHT_PX = 72;
/** Minimum number of uploads for which the filter appears. */
const FILTERED_FROM = 8;

type Filter = 'all' | 'underWay' | 'failed' | 'completed';

const PASSES: Record<Filter, (state: TaskState) => boolean> = {
  all: () => true,
  underWay: isUnderWay,
  failed: (state) => state === 'failed',
  completed: (state) => state === 'completed',
};

/** Uploads of this tab, directly below the drop zone: a card for each bundle, then the single files. */
export function UploadList() {
  const allIds = useTaskIds();
  // Excludes transfers of the mount explorer.
  const { bundles, uploads } = useMemo(() => {
    const of = (isKind: (task: Task) => boolean) =>
      allIds.filter((id) => {
        const task = tasks.get(id);
        return task !== undefined && isKind(task);
      });
    return { bundles: of(isBundleTask), uploads: of(isUploadTask) };
  }, [allIds]);
  return (
    <>
      {bundles.map((id) => (
        <BundleCard key={id} id={id} />
      ))}
      {uploads.length > 0 && <SingleUploads ids={uploads} />}
    </>
  );
}

function SingleUploads({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('file-shares');
  const [wanted, setWanted] = useState<Filter>('all');
  const { countOf } = useTaskSummary();
  const count = ids.length;
  const isFiltered = count >= FILTERED_FROM;
  const filter = isFiltered ? wanted : 'all';
  const counts = JSON.stringify(countOf);
  // Depends on `counts` too, because those change with each upload's state.
  const shown = useMemo(
    () => ids.filter((id) => PASSES[filter](tasks.get(id)?.state ?? 'cancelled')),
    [ids, filter, counts],
  );
  const countFor = (value: Filter) =>
    ids.filter((id) => PASSES[value](tasks.get(id)?.state ?? 'cancelled')).length;
  return (
    <Card className="overflow-clip">
      <div className="flex flex-col gap-2 border-b border-line px-4 py-3">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="mr-auto text-heading">{t('upload.uploads')}</h2>
          <AllLinks />
        </div>
        <TaskTotal />
        {isFiltered && (
          <ViewSwitch<Filter>
            label={t('upload.filter.label')}
            className="self-start"
            views={(['all', 'underWay', 'failed', 'completed'] as const).map((value) => ({
              value,
              label: t(`upload.filter.${value}`),
              badge: <span className="text-ink-faint tabular-nums">{countFor(value)}</span>,
            }))}
            shown={filter}
            onShow={setWanted}
          />
        )}
      </div>
      {shown.length === 0 ? (
        <p className="px-4 py-6 text-center text-sm text-ink-faint">{t('upload.filterEmpty')}</p>
      ) : (
        <VirtualList
          label={t('upload.uploads')}
          items={shown}
          getKey={(id) => id}
          rowHeightPx={ROW_HEIGHT_PX}
          areRowsMeasured
          className="max-h-[min(36rem,80dvh)]"
          renderItem={(id) => <UploadRow id={id} />}
        />
      )}
    </Card>
  );
}
