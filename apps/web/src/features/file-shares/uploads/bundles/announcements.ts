import { client } from '#shared/api/client.ts';
import { isUnderWay } from '#shared/tasks/task.ts';
import type { TaskStore } from '#shared/tasks/task-store.ts';
import type { UploadRequest } from '../upload-requests.ts';
import { isUploadTask } from '../upload-task.ts';

/** Limit of the server for one call (CONTRACT A7). */
export const FILES_PER_CALL = 1000;

/** The upload of a file that is here. */
export type FileRequest = UploadRequest & { readonly file: File };

/** Tells the visitors of a bundle which files are coming, and how far their uploads are. */
export interface Announcements {
  /**
   * Announces the first files; `report` announces the others.
   *
   * @throws {ApiError} if the server refuses
   */
  begin(requests: readonly FileRequest[]): Promise<void>;
  /** Announces what has changed. A failure is ignored, because the next report repeats it. */
  report(): void;
  /** Removes the announcement of a file that will not come. */
  withdraw(request: UploadRequest): void;
  /** Waits for running calls, and makes no other. */
  end(): Promise<void>;
}

export function createAnnouncements(bundleId: string, uploads: TaskStore): Announcements {
  const params = { id: bundleId };
  /** Sent bytes that the server knows, by path. */
  const reported = new Map<string, number>();
  const withdrawn: string[] = [];
  let calls: Promise<unknown> = Promise.resolve();
  let isWaiting = false;

  const startOf = ({ file, share }: FileRequest) => ({
    path: share.relative_path ?? '',
    size: file.size,
    sent: 0,
  });

  async function announce(files: readonly ReturnType<typeof startOf>[]): Promise<void> {
    for (const items of chunksOf(files)) {
      await client.bundles.announce({ params, body: { items } });
      for (const { path, sent } of items) reported.set(path, sent);
    }
  }

  /** Files under way whose progress the server does not know. */
  function changed() {
    return uploads.ids().flatMap((id) => {
      const task = uploads.get(id);
      if (!task || !isUploadTask(task) || !task.file || !isUnderWay(task.state)) return [];
      const path = task.request.share.relative_path ?? '';
      const sent = Math.floor(task.progress.doneBytes);
      return reported.get(path) === sent ? [] : [{ path, size: task.file.size, sent }];
    });
  }

  async function send(): Promise<void> {
    isWaiting = false;
    for (const paths of chunksOf(withdrawn.splice(0))) {
      await client.bundles.removeItems({ params, body: { paths } }).catch(() => undefined);
    }
    await announce(changed());
  }

  /** Adds one call after the running ones, because an older report must not arrive after a newer one. */
  function report(): void {
    if (isWaiting) return;
    isWaiting = true;
    calls = calls.then(send).catch(() => undefined);
  }

  return {
    begin: (requests) => announce(requests.slice(0, FILES_PER_CALL).map(startOf)),
    report,
    withdraw({ share }) {
      withdrawn.push(share.relative_path ?? '');
      report();
    },
    async end() {
      await calls;
    },
  };
}

/** Splits files into lists of at most {@link FILES_PER_CALL}. */
export function* chunksOf<Item>(items: readonly Item[]): Iterable<Item[]> {
  for (let at = 0; at < items.length; at += FILES_PER_CALL) {
    yield items.slice(at, at + FILES_PER_CALL);
  }
}
