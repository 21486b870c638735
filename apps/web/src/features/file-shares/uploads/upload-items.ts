import type { CommittedShare, TransferProgress } from './transfer.ts';

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

export interface UploadItems {
  /** A new array with each change, as React compares by identity. */
  all(): readonly UploadItem[];
  subscribe(listener: () => void): () => void;
  add(added: readonly UploadItem[]): void;
  update(id: number, change: Partial<UploadItem>): void;
  remove(id: number): void;
  stateOf(id: number): UploadItemState | undefined;
}

export function createUploadItems(): UploadItems {
  let items: readonly UploadItem[] = [];
  const listeners = new Set<() => void>();

  function publish(next: readonly UploadItem[]): void {
    items = next;
    for (const listener of listeners) listener();
  }

  return {
    all: () => items,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (added) => publish([...items, ...added]),
    update: (id, change) =>
      publish(items.map((item) => (item.id === id ? { ...item, ...change } : item))),
    remove: (id) => publish(items.filter((item) => item.id !== id)),
    stateOf: (id) => items.find((item) => item.id === id)?.state,
  };
}
