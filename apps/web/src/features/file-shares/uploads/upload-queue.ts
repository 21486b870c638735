import type {
  CommittedShare,
  CreateTransfer,
  Transfer,
  TransferProgress,
  UploadMetadata,
} from './transfer.ts';

export type UploadItemState =
  | 'waiting'
  | 'uploading'
  | 'paused'
  | 'completed'
  | 'failed'
  | 'cancelled';

export interface UploadItem {
  readonly id: number;
  readonly file: File;
  readonly state: UploadItemState;
  readonly progress: TransferProgress;
  readonly canPause: boolean;
  readonly error: unknown;
  readonly share: CommittedShare | null;
}

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
  /** Takes an ended item off the list. */
  remove(id: number): void;
}

const NO_PROGRESS: TransferProgress = { bytes: 0, bytesPerSecond: 0, timeLeftMs: null };

export interface UploadQueueOptions {
  readonly createTransfer: CreateTransfer;
  readonly concurrentFiles: number;
  readonly onComplete: (share: CommittedShare) => void;
}

/** Uploads that go on while the visitor looks at other pages: so many at a time, in order. */
export function createUploadQueue(options: UploadQueueOptions): UploadQueue {
  let items: readonly UploadItem[] = [];
  let lastId = 0;
  const transfers = new Map<number, Transfer>();
  /** Begun and paused: to be gone on with, not run again. */
  const begun = new Set<number>();
  const listeners = new Set<() => void>();

  function publish(next: readonly UploadItem[]): void {
    items = next;
    for (const listener of listeners) listener();
  }

  function update(id: number, change: Partial<UploadItem>): void {
    publish(items.map((item) => (item.id === id ? { ...item, ...change } : item)));
  }

  function stateOf(id: number): UploadItemState | undefined {
    return items.find((item) => item.id === id)?.state;
  }

  function startNext(): void {
    for (const item of items) {
      const running = items.filter(({ state }) => state === 'uploading').length;
      if (running >= options.concurrentFiles) return;
      if (item.state === 'waiting') void start(item.id);
    }
  }

  async function start(id: number): Promise<void> {
    const transfer = transfers.get(id);
    if (!transfer) return;
    update(id, { state: 'uploading', error: null });
    if (begun.has(id)) {
      transfer.pausing?.resume();
      return;
    }
    begun.add(id);
    try {
      const share = await transfer.run();
      update(id, { state: 'completed', share });
      options.onComplete(share);
    } catch (error) {
      if (stateOf(id) !== 'cancelled') update(id, { state: 'failed', error });
    } finally {
      begun.delete(id);
      startNext();
    }
  }

  return {
    items: () => items,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(requests) {
      const added = requests.map((request): UploadItem => {
        lastId += 1;
        const id = lastId;
        const transfer = options.createTransfer(request, (progress) => update(id, { progress }));
        transfers.set(id, transfer);
        const canPause = transfer.pausing !== undefined;
        const fresh = { progress: NO_PROGRESS, error: null, share: null };
        return { id, file: request.file, state: 'waiting', canPause, ...fresh };
      });
      publish([...items, ...added]);
      startNext();
    },
    pause(id) {
      if (stateOf(id) !== 'uploading') return;
      transfers.get(id)?.pausing?.pause();
      update(id, { state: 'paused' });
      startNext();
    },
    resume(id) {
      if (stateOf(id) !== 'paused') return;
      update(id, { state: 'waiting' });
      startNext();
    },
    cancel(id) {
      update(id, { state: 'cancelled' });
      transfers.get(id)?.cancel();
      startNext();
    },
    retry(id) {
      update(id, { state: 'waiting', error: null, progress: NO_PROGRESS });
      startNext();
    },
    remove(id) {
      transfers.delete(id);
      publish(items.filter((item) => item.id !== id));
    },
  };
}
