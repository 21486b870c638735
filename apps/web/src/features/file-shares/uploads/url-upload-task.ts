import { fileShareUrl } from '#shared/shares/share-address.ts';
import { noProgress, type Task, type TaskProgress } from '#shared/tasks/task.ts';
import { tasks } from '#shared/tasks/tasks.ts';
import { fetchSource, type UrlUploadRequest } from './url-source.ts';
import { type UrlUpload, uploadFromUrl } from './url-transport.ts';

/** Share of the progress bar for fetching; uploading fills the rest but for the last hundredth (SPEC 4). */
const FETCHED = 0.49;
const UPLOADED = 0.99;

/** Fetches a file from an address, by the server where the source does not let the browser, and uploads it. */
export function createUrlUploadTask(
  id: string,
  request: UrlUploadRequest,
  onComplete: () => void,
): Task {
  const progress = noProgress(2 * (request.size ?? 0));
  let controller = new AbortController();
  const change = (changed: Partial<Task>) => tasks.update(id, changed);

  async function run(): Promise<void> {
    controller = new AbortController();
    const { signal } = controller;
    change({ state: 'running', progress, error: undefined });
    try {
      const file = await fetchSource(request, signal, (fetched) =>
        change({ progress: whileFetching(fetched, request.size) }),
      );
      const share = await uploadFromUrl({ file, request, signal, onProgress });
      change({ state: 'completed', link: fileShareUrl(share.slug) });
      onComplete();
    } catch (error) {
      if (!signal.aborted) change({ state: 'failed', error });
    }
  }

  const onProgress: UrlUpload['onProgress'] = ({ bytes, totalBytes, ...speed }) => {
    const sent = bytes / totalBytes || 0;
    const fraction = 0.5 + (UPLOADED - 0.5) * sent;
    change({
      progress: { ...speed, fraction, doneBytes: totalBytes + bytes, totalBytes: 2 * totalBytes },
    });
  };

  queueMicrotask(() => void run());
  return {
    ...{ id, kind: 'url-upload', title: request.filename, state: 'waiting', progress },
    cancel() {
      controller.abort();
      change({ state: 'cancelled' });
    },
    retry: () => void run(),
    leave: () => controller.abort(),
  };
}

function whileFetching(fetchedBytes: number, size: number | null): TaskProgress {
  return {
    ...noProgress(2 * (size ?? fetchedBytes)),
    fraction: size ? Math.min(FETCHED, (FETCHED * fetchedBytes) / size) : null,
    doneBytes: fetchedBytes,
  };
}
