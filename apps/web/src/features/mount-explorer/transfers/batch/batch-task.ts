import type { RunOptions } from '@satchel/api-client';
import type { Task, TransferKind } from '#shared/tasks/task.ts';
import { tasks } from '#shared/tasks/tasks.ts';
import { type BatchFiles, type BatchItem, createBatchFiles } from './batch-files.ts';

/** Interval of published changes; users notice no finer one. */
const PUBLISH_EVERY_MS = 100;

/** Reason to stop: `left` keeps partial results that can be resumed later, `cancelled` removes them. */
export type StopReason = 'cancelled' | 'left';

export interface PauseControl {
  pause(): void;
  resume(): void;
}

/** Functions with which the work on an item reports progress and offers to pause. */
export interface ItemContext {
  readonly signal: AbortSignal;
  onBytes(doneBytes: number, totalBytes?: number): void;
  /** Registers the pause control of this item. */
  control(control: PauseControl): void;
  /** Registers a function that removes the leftovers of this item if it fails and is not retried. */
  onGiveUp(remove: () => void): void;
}

/**
 * Returned by an item that waits, for example for the user's answer. The batch continues with other items,
 * and retries this one afterwards.
 */
export interface Later {
  readonly until: Promise<void>;
}

/** Outcome of the work on an item. */
export type ItemEnd = 'completed' | 'skipped' | Later;

export interface Batch<Item extends BatchItem> {
  readonly kind: TransferKind;
  readonly title: string;
  readonly items: readonly Item[];
  /** Directory in which the items arrive, whose names are relative to it. */
  readonly directory?: string;
  /** Number of items that are processed concurrently. */
  readonly concurrent: number;
  /** Runs before the first item, and again before a retry. */
  prepare?(signal: AbortSignal): Promise<void>;
  /** Processes one item; rejects if that fails. */
  work(item: Item, context: ItemContext, index: number): Promise<ItemEnd>;
  /** Runs when all items have ended, for shared steps such as a commit. */
  finish?(signal: AbortSignal): Promise<void>;
  /** Whether the user can pause the work. Default false. */
  readonly canPause?: boolean;
  /** Whether the user can retry failed items. Default true. */
  readonly canRetry?: boolean;
  /** Called when the batch has ended, also by a cancel. */
  onEnd?(): unknown;
}

/**
 * Options of `client.fs.run` for an item. When the session leaves, the server finishes the running operation.
 */
export function runOptionsOf(
  { signal, onBytes }: Pick<ItemContext, 'signal'> & Partial<Pick<ItemContext, 'onBytes'>>,
  onStart?: (id: string) => void,
): RunOptions {
  return {
    signal,
    onStart,
    onProgress: ({ bytes }) => onBytes?.(bytes),
    keepsRunning: (reason) => reason === ('left' satisfies StopReason),
  };
}

let lastId = 0;

/**
 * Adds a task of many similar items. It processes several items concurrently. Each item has its own state,
 * and a failed one does not affect the others and can be retried.
 *
 * @returns the id of the task
 */
export function startBatch<Item extends BatchItem>(batch: Batch<Item>): string {
  lastId += 1;
  const id = `transfer-${lastId}`;
  const run = new BatchRun(id, batch);
  tasks.add([run.task()]);
  // Starts after the task is in the store.
  queueMicrotask(() => run.start());
  return id;
}

class BatchRun<Item extends BatchItem> {
  readonly #id: string;
  readonly #batch: Batch<Item>;
  readonly #files: BatchFiles;
  /** Pause controls of the running items, by index. */
  readonly #controls = new Map<number, PauseControl>();
  /** Resolves when the batch resumes; undefined while it is not paused. */
  #paused: PromiseWithResolvers<void> | undefined;
  readonly #leftOvers = new Map<number, () => void>();
  #stopping = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string, batch: Batch<Item>) {
    this.#id = id;
    this.#batch = batch;
    this.#files = createBatchFiles(batch.items);
  }

  task(): Task {
    const { kind, title, directory, canPause, canRetry } = this.#batch;
    const pause = () => {
      if (this.#paused) return;
      this.#paused = Promise.withResolvers();
      for (const control of this.#controls.values()) control.pause();
      this.#publish({ state: 'paused' });
    };
    const resume = () => {
      this.#letBegin();
      for (const control of this.#controls.values()) control.resume();
      this.#publish({ state: 'running' });
    };
    return {
      ...{ id: this.#id, kind, title, state: 'waiting' },
      progress: this.#files.progress(Date.now()),
      files: this.#files.all(),
      ...(directory !== undefined && { directory }),
      ...(canPause && { pause, resume }),
      cancel: () => this.#cancel(),
      ...(canRetry !== false && { retry: () => this.#retry() }),
      leave: () => this.#stop('left'),
    };
  }

  /** Lets new items start, without resuming the running ones. */
  #letBegin(): void {
    this.#paused?.resolve();
    this.#paused = undefined;
  }

  start(): void {
    this.#stopping = new AbortController();
    const { signal } = this.#stopping;
    this.#publish({ state: 'running', error: undefined });
    this.#runAll(signal).then(
      () => this.#end(signal, {}),
      (error: unknown) => this.#end(signal, { state: 'failed', error }),
    );
  }

  #publish(change: Partial<Task> = {}): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const progress = this.#files.progress(Date.now());
    tasks.update(this.#id, { files: this.#files.all(), progress, ...change });
  }

  #changeFile(index: number, change: Parameters<BatchFiles['change']>[1]): void {
    this.#files.change(index, change);
    this.#timer ??= setTimeout(() => this.#publish(), PUBLISH_EVERY_MS);
  }

  /** @returns the `Later` of an item that waits; undefined if the item has ended */
  async #doItem(item: Item, index: number, signal: AbortSignal): Promise<Later | undefined> {
    this.#changeFile(index, { state: 'running', error: undefined });
    const control = (given: PauseControl) => void this.#controls.set(index, given);
    const onBytes = (doneBytes: number, totalBytes?: number) => {
      if (signal.aborted) return;
      this.#changeFile(index, { doneBytes, ...(totalBytes !== undefined && { totalBytes }) });
    };
    const onGiveUp = (remove: () => void) => this.#leftOvers.set(index, remove);
    try {
      const end = await this.#batch.work(item, { signal, control, onBytes, onGiveUp }, index);
      this.#leftOvers.delete(index);
      if (signal.aborted) return undefined;
      if (typeof end === 'object') {
        this.#changeFile(index, { state: 'waiting' });
        return end;
      }
      this.#changeFile(index, { state: end });
    } catch (error) {
      this.#fail(index, error, signal);
    } finally {
      this.#controls.delete(index);
    }
    return undefined;
  }

  #fail(index: number, error: unknown, signal: AbortSignal): void {
    if (!signal.aborted) this.#changeFile(index, { state: 'failed', error });
  }

  async #beginItem(index: number, signal: AbortSignal): Promise<Later | undefined> {
    await this.#paused?.promise;
    const item = this.#batch.items[index];
    return item && !signal.aborted ? this.#doItem(item, index, signal) : undefined;
  }

  async #runAll(signal: AbortSignal): Promise<void> {
    const { prepare, finish, concurrent } = this.#batch;
    await prepare?.(signal);
    const waiting = this.#files
      .all()
      .flatMap(({ state }, index) => (state === 'waiting' ? [index] : []));
    await new Promise<void>((resolve) => {
      let active = 0;
      let held = 0;
      const next = () => {
        while (active < concurrent && waiting.length > 0) {
          active += 1;
          const index = waiting.shift() ?? 0;
          void this.#beginItem(index, signal).then((later) => {
            active -= 1;
            if (later) hold(index, later);
            next();
          });
        }
        if (active + held === 0) resolve();
      };
      const hold = (index: number, { until }: Later) => {
        held += 1;
        void until
          .then(
            () => void waiting.unshift(index),
            (error: unknown) => this.#fail(index, error, signal),
          )
          .then(() => {
            held -= 1;
            next();
          });
      };
      next();
    });
    if (!signal.aborted) await finish?.(signal);
  }

  #end(signal: AbortSignal, change: Partial<Task>): void {
    if (signal.aborted) return;
    if (change.state === 'failed') {
      this.#files.changeAll(['waiting', 'running'], { state: 'failed' });
    }
    const [state, error] = [this.#files.endState(), this.#files.firstError()];
    this.#publish({ state, error, ...change });
    void this.#batch.onEnd?.();
  }

  #stop(reason: StopReason): void {
    this.#stopping.abort(reason);
    this.#files.changeAll(['waiting', 'running'], { state: 'cancelled' });
    this.#letBegin();
  }

  #cancel(): void {
    this.#stop('cancelled');
    for (const remove of this.#leftOvers.values()) remove();
    this.#leftOvers.clear();
    this.#publish({ state: 'cancelled' });
    void this.#batch.onEnd?.();
  }

  #retry(): void {
    const change = { state: 'waiting', doneBytes: 0, error: undefined } as const;
    this.#files.changeAll(['failed', 'cancelled'], change);
    this.start();
  }
}
