import type { CommittedShare, CreateTransfer, Transfer, UploadMetadata } from './transfer.ts';
import { createUploadItems, type UploadItem } from './upload-items.ts';

export interface UploadRequest {
  readonly file: File;
  readonly metadata: UploadMetadata;
}

export interface UploadQueue {
  readonly items: () => readonly UploadItem[];
  subscribe(listener: () => void): () => void;
  add(requests: readonly UploadRequest[]): void;
  pause(id: number): void;
  resume(id: number): void;
  cancel(id: number): void;
  retry(id: number): void;
  /** Removes an ended item from the list. */
  remove(id: number): void;
}

const FRESH = {
  state: 'waiting',
  progress: { bytes: 0, bytesPerSecond: 0, timeLeftMs: null },
  error: null,
  share: null,
} as const;

export interface UploadQueueOptions {
  readonly createTransfer: CreateTransfer;
  readonly concurrentFiles: number;
  readonly onComplete: (share: CommittedShare) => void;
}

/** Uploads a few files at a time, in order; goes on while the visitor looks at other pages. */
export function createUploadQueue(options: UploadQueueOptions): UploadQueue {
  const items = createUploadItems();
  const { transfers, runs, startNext } = createScheduler(options, items);
  let lastId = 0;

  function enter(request: UploadRequest): UploadItem {
    lastId += 1;
    const id = lastId;
    const onProgress = (progress: UploadItem['progress']) => items.update(id, { progress });
    const transfer = options.createTransfer(request, onProgress);
    transfers.set(id, transfer);
    return { ...FRESH, id, file: request.file, canPause: transfer.pausing !== undefined };
  }

  return {
    items: items.all,
    subscribe: items.subscribe,
    add(requests) {
      items.add(requests.map(enter));
      startNext();
    },
    pause(id) {
      if (items.stateOf(id) !== 'uploading') return;
      transfers.get(id)?.pausing?.pause();
      items.update(id, { state: 'paused' });
      startNext();
    },
    resume(id) {
      if (items.stateOf(id) !== 'paused') return;
      items.update(id, { state: 'waiting' });
      startNext();
    },
    cancel(id) {
      items.update(id, { state: 'cancelled' });
      runs.delete(id);
      transfers.get(id)?.cancel();
      startNext();
    },
    retry(id) {
      items.update(id, FRESH);
      startNext();
    },
    remove(id) {
      transfers.delete(id);
      items.remove(id);
    },
  };
}

function createScheduler(options: UploadQueueOptions, items: ReturnType<typeof createUploadItems>) {
  const transfers = new Map<number, Transfer>();
  /** The current run of each begun file. It goes on after a pause; a cancelled run is ignored. */
  const runs = new Map<number, symbol>();

  function startNext(): void {
    for (const item of items.all()) {
      const running = items.all().filter(({ state }) => state === 'uploading').length;
      if (running >= options.concurrentFiles) return;
      if (item.state === 'waiting') void start(item.id);
    }
  }

  async function start(id: number): Promise<void> {
    const transfer = transfers.get(id);
    if (!transfer) return;
    items.update(id, { state: 'uploading', error: null });
    if (runs.has(id)) {
      transfer.pausing?.resume();
      return;
    }
    const run = Symbol(id.toString());
    const isCurrent = () => runs.get(id) === run;
    runs.set(id, run);
    try {
      const share = await transfer.run();
      if (isCurrent()) items.update(id, { state: 'completed', share });
      options.onComplete(share);
    } catch (error) {
      if (isCurrent()) items.update(id, { state: 'failed', error });
    } finally {
      if (isCurrent()) runs.delete(id);
      startNext();
    }
  }

  return { transfers, runs, startNext };
}
