import type { RunOptions } from '@satchel/api-client';
import type { Task, TransferKind } from '#shared/tasks/task.ts';
import { tasks } from '#shared/tasks/tasks.ts';
import { type BatchFiles, type BatchItem, createBatchFiles } from './batch-files.ts';

/** How often what has changed is told: more is not seen. */
const PUBLISH_EVERY_MS = 100;

/** Why work is to stop: `left` keeps what can be resumed later, `cancelled` removes it. */
export type StopReason = 'cancelled' | 'left';

export interface PauseControl {
  pause(): void;
  resume(): void;
}

/** Handle that the work on an item gets to report and to pause. */
export interface ItemContext {
  readonly signal: AbortSignal;
  onBytes(doneBytes: number, totalBytes?: number): void;
  /** Gives the batch what pauses this item. */
  control(control: PauseControl): void;
  /** Registers a function that removes the leftovers of this item if it fails and is not tried again. */
  onGiveUp(remove: () => void): void;
}

/** An item that waits, for an answer perhaps: others are worked on meanwhile, then it is again. */
export interface Later {
  readonly until: Promise<void>;
}

/** How the work on an item has ended. */
export type ItemEnd = 'completed' | 'skipped' | Later;

export interface Batch<Item extends BatchItem> {
  readonly kind: TransferKind;
  readonly title: string;
  readonly items: readonly Item[];
  /** How many are worked on at a time. */
  readonly concurrent: number;
  /** Done before the first item, and again before those that are tried again. */
  prepare?(signal: AbortSignal): Promise<void>;
  /** Does one item; rejects where that fails. */
  work(item: Item, context: ItemContext, index: number): Promise<ItemEnd>;
  /** Done once all items have ended: what is common to them, such as a commit. */
  finish?(signal: AbortSignal): Promise<void>;
  /** Whether the work can be paused. Default false. */
  readonly canPause?: boolean;
  /** Whether what has failed can be tried again. Default true. */
  readonly canRetry?: boolean;
  /** Told when it has ended, also by a cancel. */
  onEnd?(): unknown;
}

/** Options of `client.fs.run` for an item. The server finishes an operation that the session leaves. */
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
 * Adds a task that consists of many like steps: each has a state of its own, some at a time are worked
 * on, and those that fail leave the others alone and can be tried again.
 *
 * @returns the id of the task
 */
export function startBatch<Item extends BatchItem>(batch: Batch<Item>): string {
  lastId += 1;
  const id = `transfer-${lastId}`;
  const run = new BatchRun(id, batch);
  tasks.add([run.task()]);
  // Begun once it is in the store.
  queueMicrotask(() => run.start());
  return id;
}

class BatchRun<Item extends BatchItem> {
  readonly #id: string;
  readonly #batch: Batch<Item>;
  readonly #files: BatchFiles;
  /** Controls of the items under way, by their indexes. */
  readonly #controls = new Map<number, PauseControl>();
  /** Resolves once the batch is not paused; undefined while it is not. */
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
    const { kind, title, canPause, canRetry } = this.#batch;
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
      ...(canPause && { pause, resume }),
      cancel: () => this.#cancel(),
      ...(canRetry !== false && { retry: () => this.#retry() }),
      leave: () => this.#stop('left'),
    };
  }

  /** Lets items begin, without a word to those under way. */
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

  /** @returns what the item waits for, where it has not ended */
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
