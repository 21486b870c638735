import { Worker } from 'node:worker_threads';
import { programFile } from '#program-files';
import type { SqliteConnectionOptions, SqliteOutcome, SqliteRequest } from './worker-messages.ts';

/**
 * Connection to a SQLite file in a worker thread. The first request starts the thread, because a start costs
 * 20 ms of processor time. An error of the worker itself, such as a file that cannot be opened, is not caught
 * here: it ends the process, which could not work without it.
 */
export class SqliteConnection {
  readonly #options: SqliteConnectionOptions;
  #worker: Worker | undefined;
  readonly #pending: ((outcomes: readonly SqliteOutcome[]) => void)[] = [];
  #isClosed = false;

  constructor(options: SqliteConnectionOptions) {
    this.#options = options;
  }

  get pendingCount(): number {
    return this.#pending.length;
  }

  async send(request: SqliteRequest): Promise<SqliteOutcome> {
    const [outcome] = await this.sendAll(request);
    return outcome ?? { changes: 0 };
  }

  /** Sends a request; resolves with one outcome per statement. */
  sendAll(request: SqliteRequest): Promise<readonly SqliteOutcome[]> {
    if (this.#isClosed) return Promise.reject(new Error('The database is closed.'));
    const { promise, resolve } = Promise.withResolvers<readonly SqliteOutcome[]>();
    this.#worker ??= this.#startWorker();
    if (this.#pending.push(resolve) === 1) this.#worker.ref();
    this.#worker.postMessage(request);
    return promise;
  }

  #startWorker(): Worker {
    const workerData = this.#options;
    const worker = new Worker(programFile('database/sqlite/sqlite-worker'), { workerData });
    worker.on('message', (outcomes: readonly SqliteOutcome[]) => {
      this.#pending.shift()?.(outcomes);
      // Unreferences the worker, so that an idle connection lets the process end.
      if (this.#pending.length === 0) worker.unref();
    });
    return worker;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    const closed = this.#worker && this.send({ kind: 'close' });
    this.#isClosed = true;
    await closed;
    await this.#worker?.terminate();
  }
}
