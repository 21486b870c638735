import { client } from '#shared/api/client.ts';
import type { NewLink } from '#shared/shares/result/share-result.ts';
import { noProgress, type Task, type TaskState } from '#shared/tasks/task.ts';
import { createTaskStore, type TaskStore } from '#shared/tasks/task-store.ts';
import type { TaskSummary } from '#shared/tasks/task-summary.ts';
import { followNetwork, pauseTasks, resumeTasks, tasks } from '#shared/tasks/tasks.ts';
import { addChosenFiles } from '#shared/uploads/choosing/chosen-files.ts';
import { readPendingUploads } from '#shared/uploads/pending-uploads.ts';
import { readListsAgain } from '../upload-hooks.ts';
import { createUploadTask } from '../upload-task.ts';
import { createAnnouncements, type FileRequest } from './announcements.ts';
import { forgetBundle } from './unfinished-store.ts';

/** Interval of the progress reports to visitors. */
const REPORT_EVERY_MS = 3000;

interface Amount {
  readonly count: number;
  readonly bytes: number;
}

/** A bundle that is being filled: one task, with the tasks of its files in a store of its own. */
export interface BundleTask extends Task {
  readonly kind: 'bundle';
  readonly bundleId: string;
  readonly share: NewLink;
  readonly uploads: TaskStore;
  /** Whether the browser is still reading the folders. */
  readonly isReading: boolean;
  /** Number of its files, without those that the user has cancelled. */
  readonly count: number;
  /** Number of files that have arrived. */
  readonly arrived: number;
  /** Number of files that have failed. */
  readonly failed: number;
  /** Completes the bundle without the files that have failed. */
  readonly finish: () => void;
}

export function isBundleTask(task: Task): task is BundleTask {
  return task.kind === 'bundle';
}

export interface BundlePlan {
  readonly share: NewLink;
  readonly title: string;
  /** Files to upload, as far as they are known. */
  readonly known: Amount;
  /** Whether there are more of them in folders that the browser is reading. */
  readonly isReading: boolean;
  /** Files that have arrived before. */
  readonly stored: Amount;
  /** Files that the bundle expects and that are not here; it stays unfinished without them. */
  readonly missing: Amount;
}

const onChange = () => void readPendingUploads();

let lastId = 0;

/** Time of the last byte, if no running upload has moved one for seconds. */
function quietSince(uploads: TaskStore, { quiet, countOf }: TaskSummary): number | undefined {
  // Looks at each upload only while all of them are quiet, because there may be thousands.
  if (quiet === 0 || quiet < countOf.running) return undefined;
  return uploads.ids().reduce((latestMs, id) => {
    const task = uploads.get(id);
    const isRunning = task?.state === 'running';
    return isRunning ? Math.max(latestMs, task.progress.quietSinceMs ?? 0) : latestMs;
  }, 0);
}

/**
 * Creates the task of a bundle, and a function that announces its files and starts their uploads. It returns
 * false if the user has cancelled the bundle or logged out before.
 *
 * @throws {ApiError} from `begin` if the server refuses the announcement; no upload has started then
 */
export function createBundleTask(plan: BundlePlan): {
  readonly task: BundleTask;
  /** @param requests each has a path within the bundle */
  readonly begin: (requests: readonly FileRequest[]) => Promise<boolean>;
} {
  lastId += 1;
  const id = `bundle-${lastId}`;
  const { share, stored, missing } = plan;
  const bundleId = share.id;
  const uploads = createTaskStore();
  const announcements = createAnnouncements(bundleId, uploads);
  let requests: readonly FileRequest[] = [];
  let all = sumOf([stored, plan.known, missing]);
  let isStarted = false;
  let isCancelled = false;
  let isEnding = false;
  let unfollow = () => {};
  const change = (changed: Partial<BundleTask>) => tasks.update<BundleTask>(id, changed);

  async function begin(given: readonly FileRequest[]): Promise<boolean> {
    if (!tasks.get(id)) return false;
    requests = given;
    all = sumOf([stored, amountOf(requests), missing]);
    const progress = { ...noProgress(all.bytes), doneBytes: stored.bytes };
    change({ isReading: false, count: all.count, progress });
    try {
      await announcements.begin(requests);
    } catch (error) {
      if (isCancelled) return false;
      throw error;
    }
    if (!tasks.get(id)) return false;
    isStarted = true;
    uploads.add(
      requests.map((request) => {
        const task = createUploadTask(request, { onChange }, uploads);
        return {
          ...task,
          retry() {
            follow();
            task.retry?.();
          },
          cancel() {
            task.cancel();
            announcements.withdraw(request);
          },
        };
      }),
    );
    follow();
    announcements.report();
    return true;
  }

  function follow(): void {
    unfollow();
    const timer = setInterval(announcements.report, REPORT_EVERY_MS);
    const stops = [followNetwork(uploads), uploads.subscribe(refresh), () => clearInterval(timer)];
    unfollow = () => {
      for (const stop of stops) stop();
    };
  }

  function refresh(): void {
    if (isEnding) return;
    const sum = uploads.summary();
    const { countOf } = sum;
    const doneBytes = stored.bytes + sum.doneBytes;
    const totalBytes = isCancelled ? all.bytes : stored.bytes + sum.totalBytes + missing.bytes;
    change({
      arrived: stored.count + countOf.completed,
      failed: countOf.failed,
      count: isCancelled ? all.count : all.count - countOf.cancelled,
      progress: {
        ...{ doneBytes, totalBytes, fraction: totalBytes > 0 ? doneBytes / totalBytes : 1 },
        ...{ bytesPerSecond: sum.bytesPerSecond, timeLeftMs: sum.timeLeftMs },
        quietSinceMs: quietSince(uploads, sum),
      },
      ...(sum.underWay > 0 && { state: stateOf(sum), error: undefined }),
    });
    if (sum.underWay === 0) end(sum);
  }

  function end({ countOf }: TaskSummary): void {
    if (countOf.failed > 0) {
      const failed = uploads.ids().find((each) => uploads.get(each)?.state === 'failed');
      change({ state: 'failed', error: failed && uploads.get(failed)?.error });
      // The other files have arrived since the lists were read.
      void readListsAgain();
    } else if (missing.count > 0) leaveUnfinished();
    else if (stored.count + countOf.completed > 0) void complete();
    else void giveUp();
  }

  async function complete(): Promise<void> {
    isEnding = true;
    unfollow();
    try {
      await announcements.end();
      await client.bundles.complete({ params: { id: bundleId } });
      forgetBundle(bundleId);
      change({ state: isCancelled ? 'cancelled' : 'completed' });
    } catch (error) {
      change({ state: 'failed', error });
    }
    isEnding = false;
    void readListsAgain();
  }

  /** Removes the task only; the bundle appears again among the unfinished ones. */
  function leaveUnfinished(): void {
    unfollow();
    tasks.remove([id]);
    void readListsAgain();
  }

  /** Undoes the start if no file has arrived: deletes the bundle, and the files are in the form again. */
  async function giveUp(): Promise<void> {
    isEnding = true;
    unfollow();
    tasks.remove([id]);
    // Until the start they have not left it.
    if (isStarted) addChosenFiles(requests);
    await announcements.end();
    // A bundle that could not be deleted appears among the unfinished ones.
    await discardBundle(bundleId).catch(readListsAgain);
  }

  function retry(): void {
    const again = uploads.ids().filter((each) => {
      const state = uploads.get(each)?.state;
      return state === 'failed' || (isCancelled && state === 'cancelled');
    });
    isCancelled = false;
    change({ state: 'running', error: undefined });
    if (again.length === 0) {
      void complete();
      return;
    }
    for (const each of again) uploads.get(each)?.retry?.();
  }

  function cancelEach(which: (state: TaskState) => boolean): void {
    for (const each of uploads.ids()) {
      const upload = uploads.get(each);
      if (upload && which(upload.state)) upload.cancel();
    }
  }

  const task: BundleTask = {
    id,
    kind: 'bundle',
    title: plan.title,
    state: 'running',
    progress: { ...noProgress(all.bytes), doneBytes: stored.bytes },
    bundleId,
    share,
    uploads,
    isReading: plan.isReading,
    count: all.count,
    arrived: stored.count,
    failed: 0,
    pause: () => pauseTasks(uploads),
    resume: () => resumeTasks(uploads),
    retry,
    finish: () => cancelEach((state) => state === 'failed'),
    cancel() {
      isCancelled = true;
      if (isStarted) cancelEach((state) => state !== 'completed' && state !== 'cancelled');
      else if (stored.count + missing.count > 0) leaveUnfinished();
      else void giveUp();
    },
    leave() {
      isEnding = true;
      unfollow();
      for (const each of uploads.ids()) uploads.get(each)?.leave();
    },
  };
  return { task, begin };
}

/** Deletes a bundle with its files. If that fails, it stays among the unfinished bundles. */
export async function discardBundle(bundleId: string): Promise<void> {
  await client.bundles.delete({ body: { ids: [bundleId] } });
  forgetBundle(bundleId);
  void readListsAgain();
}

/** Number and size of files. */
export function amountOf(files: readonly { readonly file: File }[]): Amount {
  return sumOf(files.map(({ file }) => ({ count: 1, bytes: file.size })));
}

function sumOf(amounts: readonly Amount[]): Amount {
  const sum = (read: (amount: Amount) => number) =>
    amounts.reduce((total, amount) => total + read(amount), 0);
  return { count: sum(({ count }) => count), bytes: sum(({ bytes }) => bytes) };
}

function stateOf({ countOf }: TaskSummary): TaskState {
  if (countOf.running > 0) return 'running';
  if (countOf.offline > 0) return 'offline';
  return countOf.paused > 0 ? 'paused' : 'running';
}
