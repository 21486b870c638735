import { isApiError } from '@satchel/api-client/api-error';
import { client } from '#shared/api/client.ts';
import { directoryPath } from '../../entry-path.ts';
import type { ItemContext } from '../batch/batch-task.ts';
import { removeEntry } from '../names/put-in-place.ts';
import { EntryCopy } from './copy-one.ts';
import { type Journal, type JournaledStep, openJournal } from './transfer-journal.ts';

interface StepRun {
  readonly step: JournaledStep;
  readonly copy: EntryCopy;
  /** Index in the journal. */
  row: number;
  isEnded: boolean;
}

export interface TransferResult {
  readonly sourcePath: string;
  readonly path: string;
}

/** Runs the steps of each item of a copy or a move one after another, and journals their states. */
export class TransferRun {
  readonly #isMove: boolean;
  readonly #items: readonly (readonly StepRun[])[];
  #journal: Journal | null = null;

  constructor(steps: readonly (readonly JournaledStep[])[], { isMove }: { isMove: boolean }) {
    this.#isMove = isMove;
    this.#items = steps.map((ofItem) =>
      ofItem.map((step) => ({
        ...{ step, row: -1, isEnded: false },
        copy: new EntryCopy(step, { isMove }),
      })),
    );
  }

  /** Writes the remaining steps to the journal. */
  open(title: string): void {
    const left = this.#items.flat().filter(({ isEnded }) => !isEnded);
    for (const [row, run] of left.entries()) run.row = row;
    const id = crypto.getRandomValues(new Uint32Array(2)).join('-');
    const steps = left.map(({ step }) => step);
    this.#journal = openJournal({ id, title, isMove: this.#isMove, steps });
  }

  end(): void {
    this.#journal?.end();
  }

  /** Complete copies, with their sources. Paths of folders end with a slash. */
  results(): readonly TransferResult[] {
    return this.#items.flat().flatMap(({ step: { sourcePath }, copy, isEnded }) => {
      const { result } = copy;
      if (!isEnded || result === null) return [];
      return [{ sourcePath, path: sourcePath.endsWith('/') ? directoryPath(result) : result }];
    });
  }

  /** Whether a move leaves nothing that moving the results back would not restore. */
  canMoveBack(): boolean {
    const steps = this.#items.flat().map(({ step }) => step);
    return this.#isMove && steps.every(({ replaces, isEmptied }) => !replaces && !isEmptied);
  }

  /** A retry continues at the step that failed. */
  async work(index: number, context: ItemContext): Promise<'completed' | 'skipped'> {
    const runs = this.#items[index] ?? [];
    if (runs.length === 0) return 'skipped';
    let before = 0;
    let bytes = 0;
    for (const run of runs) {
      if (run.isEnded) continue;
      before += bytes;
      bytes = 0;
      const onBytes = (doneBytes: number, totalBytes?: number) => {
        bytes = doneBytes;
        // The total is known only for an item with a single step.
        context.onBytes(before + doneBytes, runs.length === 1 ? totalBytes : undefined);
      };
      await this.#do(run, { ...context, onBytes });
    }
    return 'completed';
  }

  async #do(run: StepRun, context: ItemContext): Promise<void> {
    const { step, copy, row } = run;
    context.onGiveUp(() => copy.giveUp());
    this.#journal?.step(row, { state: 'begun' });
    const onId = (operationId: string) => this.#journal?.step(row, { operationId });
    if (step.isEmptied) await removeEmpty(step.sourcePath, context.signal);
    else await copy.run({ ...context, onId });
    run.isEnded = true;
    this.#journal?.step(row, { state: 'ended' });
  }
}

/** Deletes a folder after its entries were moved. Keeps it if it still contains skipped entries. */
async function removeEmpty(path: string, signal: AbortSignal): Promise<void> {
  try {
    const { items } = await client.fs.list(
      { query: { path, limit: 1, refresh: true } },
      { signal },
    );
    if (items.length > 0) return;
  } catch (error) {
    if (isApiError(error) && error.status === 404) return;
    throw error;
  }
  await removeEntry(path, signal);
}
