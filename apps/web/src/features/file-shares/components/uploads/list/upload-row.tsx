import { Link2 } from 'lucide-react';
import { plainName } from '#shared/format/plain-name.ts';
import { urlOf } from '#shared/shares/result/share-result.ts';
import { TaskActions } from '#shared/tasks/display/task-actions.tsx';
import { TaskBar } from '#shared/tasks/display/task-bar.tsx';
import { TaskStatus } from '#shared/tasks/display/task-status.tsx';
import type { TaskStore } from '#shared/tasks/task-store.ts';
import { useTask } from '#shared/tasks/use-tasks.ts';
import { FileThumbnail } from '#shared/uploads/choosing/file-thumbnail.tsx';
import { isSlugRefused, isUploadTask } from '../../../uploads/upload-task.ts';
import { NewLink } from './new-link.tsx';
import { ShareLinkActions } from './share-link-actions.tsx';

export interface UploadRowProps {
  id: string;
  /** Uploads of the bundle that the file joins; absent for a share of its own. */
  bundle?: TaskStore;
}

/** One upload: its name, its progress, and its link once it is complete. */
export function UploadRow({ id, bundle }: UploadRowProps) {
  const task = useTask(id, bundle);
  if (!task) return null;
  const upload = isUploadTask(task) ? task : null;
  const link = task.share && urlOf(task.share);
  return (
    <div className="border-b border-line px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 sm:flex-nowrap">
        {upload?.kind === 'upload' && upload.file ? (
          <FileThumbnail file={upload.file} />
        ) : (
          <span className="flex size-9 shrink-0 items-center justify-center rounded-sm bg-sunken">
            <Link2 className="size-4.5 text-ink-faint" />
          </span>
        )}
        <div className="min-w-0 flex-[1_1_10rem]">
          <p className="truncate text-sm font-medium">
            {upload?.request.directory && (
              <span className="font-normal text-ink-faint">{upload.request.directory}/</span>
            )}
            {plainName(task.title)}
          </p>
          <TaskStatus task={task} />
          {link && (
            <a
              href={link}
              className="-my-1 block truncate py-1 font-mono text-caption text-accent underline-offset-2 hover:underline"
            >
              {link}
            </a>
          )}
        </div>
        <div className="ml-auto flex shrink-0 items-center">
          {link && <ShareLinkActions task={task} link={link} />}
          <TaskActions task={task} isRemovable={!bundle} />
        </div>
      </div>
      <TaskBar task={task} />
      {upload && isSlugRefused(task) && <NewLink key={id} task={upload} />}
    </div>
  );
}
