import { showToast } from '@satchel/ui/feedback/toast-store';
import i18next from 'i18next';
import { plainName } from '#shared/format/plain-name.ts';
import { type ConflictChoice, createConflictAsker } from '#shared/tasks/conflicts.ts';
import { offerUndo } from '#shared/undo/undo-key.ts';
import { childPath, childrenOf, nameOf, parentOf, plainPath } from '../../entry-path.ts';
import { afterRenames } from '../../listing/unconfirmed-renames.ts';
import { revealLater } from '../../views/revealed-entries.ts';
import { startBatch } from '../batch/batch-task.ts';
import { tellFailure } from '../batch/tell-failure.ts';
import { deleteBefore } from '../delete-entries.ts';
import { placeFiles } from '../names/place-files.ts';
import { mayReplaceIn } from '../names/put-in-place.ts';
import { readDirectoriesAgain } from '../read-directories.ts';
import { refuseWhileFilling } from '../uploads/refuse-while-filling.ts';
import { isBeside } from './copy-one.ts';
import { type MergePlan, planMerge } from './merge-folders.ts';
import {
  type JournaledStep,
  type JournaledTransfer,
  leftOf,
  takeJournaled,
} from './transfer-journal.ts';
import { type TransferResult, TransferRun } from './transfer-run.ts';

/** Low, because the server runs copies of one directory one after another anyway. */
const CONCURRENT_ENTRIES = 2;

/** Copies or moves entries into a directory of the same mount or of another one. */
export function copyInto(
  directory: string,
  sourcePaths: readonly string[],
  { isMove }: { isMove: boolean },
): void {
  if (sourcePaths.length === 0) return;
  const names = sourcePaths.map(nameOf);
  const isAllBeside = sourcePaths.every((path) => isBeside(path, directory));
  // A copy in the original's directory gets another name without a question.
  const isAsked = !isAllBeside || isMove;
  startTransfer({
    ...{ title: titleOf(names, directory), isMove, names, directory },
    findSteps: (signal) => findSteps(directory, sourcePaths, { isAsked, isMove }, signal),
  });
}

function titleOf(names: readonly string[], directory: string): string {
  const [first = ''] = names;
  const count = names.length;
  const folder = nameOf(directory) || '/';
  return count === 1 ? first : i18next.t('transfers:copy.title', { count, folder });
}

interface StepOptions {
  /** False if copies get another name automatically when their own is taken. */
  readonly isAsked: boolean;
  readonly isMove: boolean;
}

/** Plans the steps of each entry; none for entries that the user skips. */
async function findSteps(
  directory: string,
  sourcePaths: readonly string[],
  { isAsked, isMove }: StepOptions,
  signal: AbortSignal,
): Promise<readonly (readonly JournaledStep[])[]> {
  await afterRenames(sourcePaths);
  if (isMove) await refuseWhileFilling(sourcePaths);
  const plans: MergePlan[] = [];
  const wanted = sourcePaths.map((sourcePath) => {
    return { sourcePath, targetPath: childPath(plainPath(directory), nameOf(sourcePath)) };
  });
  const targets = wanted.map(({ targetPath }) => targetPath);
  await deleteBefore(targets, sourcePaths);
  for (const step of wanted) plans.push(await planMerge(step, signal));
  const choices: ConflictChoice[] = ['keep_both', 'skip'];
  const places = await placeFiles(
    plans.flatMap(({ entries }) =>
      entries.map(({ targetPath, size }) => ({ path: targetPath, size })),
    ),
    {
      ask: isAsked ? createConflictAsker() : async () => 'keep_both',
      choices: mayReplaceIn(directory) ? ['overwrite', ...choices] : choices,
    },
    signal,
  );
  const waiting = { replaces: false, state: 'waiting' } as const;
  let next = 0;
  return plans.map(({ entries, merged }) => [
    ...entries.flatMap(({ sourcePath }): JournaledStep[] => {
      const place = places[next++];
      if (!place) return [];
      return [{ ...waiting, sourcePath, targetPath: place.path, replaces: place.replaces }];
    }),
    ...(isMove ? merged : []).map((sourcePath): JournaledStep => {
      return { ...waiting, sourcePath, targetPath: '', isEmptied: true };
    }),
  ]);
}

/** Resumes the copies and moves that a reload interrupted. */
export function resumeTransfers(): void {
  for (const transfer of takeJournaled()) {
    const steps = leftOf(transfer);
    const names = steps.map(({ sourcePath }) => nameOf(sourcePath));
    const findSteps = async () => steps.map((step) => [step]);
    if (steps.length > 0) startTransfer({ ...transfer, names, findSteps });
  }
}

interface Transfer extends Pick<JournaledTransfer, 'title' | 'isMove'> {
  /** Directory whose new entries are shown to the user at the end. */
  readonly directory?: string;
  readonly names: readonly string[];
  /** Resolves to the steps of each entry, in order. */
  findSteps(signal: AbortSignal): Promise<readonly (readonly JournaledStep[])[]>;
}

function startTransfer({ title, isMove, names, directory, findSteps }: Transfer): void {
  const reveal = revealLater();
  let run: TransferRun | null = null;
  const id = startBatch({
    kind: isMove ? 'move' : 'copy',
    title,
    items: names.map((name) => ({ name, sizeBytes: 0 })),
    concurrent: CONCURRENT_ENTRIES,
    async prepare(signal) {
      run ??= new TransferRun(await findSteps(signal), { isMove });
      run.open(title);
    },
    async work(_, context, index) {
      const state = await run?.work(index, context);
      void readDirectoriesAgain();
      return state ?? 'skipped';
    },
    onEnd() {
      tellFailure(id);
      run?.end();
      void readDirectoriesAgain();
      if (!run || directory === undefined) return;
      const results = run.results();
      const made = childrenOf(
        directory,
        results.map(({ path }) => path),
      );
      reveal(made);
      tellResult(made, { directory, isMove }, run.canMoveBack() ? results : []);
    },
  });
}

/** @param undoable results that the user may move back; none if the transfer cannot be undone */
function tellResult(
  made: readonly string[],
  { directory, isMove }: { directory: string; isMove: boolean },
  undoable: readonly TransferResult[],
): void {
  const [first] = made;
  if (first === undefined) return;
  const count = made.length;
  const folder = plainName(nameOf(directory)) || '/';
  const words = { count, folder, name: plainName(nameOf(first)) };
  const done = isMove
    ? i18next.t('transfers:copy.moved', words)
    : i18next.t('transfers:copy.copied', words);
  if (undoable.length === 0) showToast('success', done, { id: 'entry-transfer' });
  else
    offerUndo({ done, label: i18next.t('transfers:delete.undo'), undo: () => moveBack(undoable) });
}

/** Moves entries to the paths that they came from. Names that are taken by now are failures. */
function moveBack(results: readonly TransferResult[]): void {
  const steps = results.map(({ path, sourcePath }): readonly JournaledStep[] => [
    { sourcePath: path, targetPath: sourcePath, replaces: false, state: 'waiting' },
  ]);
  const names = results.map(({ path }) => nameOf(path));
  const [first = { sourcePath: '/' }] = results;
  const directory = parentOf(first.sourcePath);
  const title = titleOf(names, directory);
  const findSteps = async () => {
    const sources = results.map(({ path }) => path);
    const targets = results.map(({ sourcePath }) => sourcePath);
    await refuseWhileFilling(sources);
    await deleteBefore(targets, sources);
    return steps;
  };
  startTransfer({ title, isMove: true, names, directory, findSteps });
}
