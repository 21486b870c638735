import i18next from 'i18next';
import { client } from '#shared/api/client.ts';
import { keepaliveClient } from '#shared/api/keepalive-client.ts';
import { ToldError } from '#shared/errors/told-error.ts';
import { plainName } from '#shared/format/plain-name.ts';
import {
  createUndoableDeletions,
  type Deletion,
  deleteInBatches,
} from '#shared/undo/undoable-deletions.ts';
import { nameOf, pathsTo, plainPath } from '../entry-path.ts';
import { runOptionsOf, startBatch } from './batch/batch-task.ts';
import { tellFailure } from './batch/tell-failure.ts';
import { readDirectoriesAgain } from './read-directories.ts';

/** Maximum number of paths per call. */
const MAX_PATHS = 1000;

/** Undoable deletions of entries, whose ids are paths. */
export const entryDeletions = createUndoableDeletions((deletion, { isLeaving }) =>
  isLeaving ? sendWhileLeaving(deletion) : deleteAsTask(deletion),
);

/**
 * Hides entries, and deletes them when the toast with the undo button closes.
 *
 * @param etag version that a single file must still have by then. Without it, a deletion would take what somebody else
 * has written there meanwhile.
 */
export function offerDeletion(
  paths: readonly string[],
  onUndo = () => {},
  etag?: string | undefined,
): void {
  const words = { count: paths.length, name: plainName(nameOf(paths[0] ?? '')) };
  entryDeletions.offer(
    { scope: '', ids: paths, etag },
    {
      deleted: i18next.t('transfers:delete.done', words),
      undo: i18next.t('transfers:delete.undo'),
      onUndo,
    },
  );
}

/**
 * Settles pending deletions before entries are written to `targets` or read from `sources`. Undoes those of a source and
 * of folders above it, because a user who undoes a move or pastes an entry wants to have it. Makes the others of these
 * paths, and of paths above or below them, because later they would delete the new entries.
 */
export async function deleteBefore(
  targets: readonly string[],
  sources: readonly string[] = [],
): Promise<void> {
  if (entryDeletions.pending.get().length === 0) return;
  const read = new Set(sources.flatMap(pathsTo));
  entryDeletions.takeBack(({ ids }) => ids.some((path) => read.has(plainPath(path))));
  const used = new Set([...targets, ...sources].map(plainPath));
  const above = new Set(targets.flatMap(pathsTo));
  const isUsed = (path: string) =>
    above.has(plainPath(path)) || pathsTo(path).some((each) => used.has(each));
  await entryDeletions.makeSome(({ ids }) => ids.some(isUsed));
}

/** Deletes with keepalive requests, which outlive the page. */
function sendWhileLeaving({ ids, etag }: Deletion): Promise<unknown> {
  return deleteInBatches(ids, MAX_PATHS, async (paths) => {
    await keepaliveClient.fs.begin('delete', { body: { paths, if_match: etag } });
    return { failed: [] };
  }).catch(() => undefined);
}

/** Deletes in a task of the task list. Resolves when the task has ended and the directories have reloaded. */
function deleteAsTask({ ids: paths, etag }: Deletion): Promise<void> {
  /** Paths that are not deleted yet; a retry includes only these. */
  let left = paths;
  let sentences = new Map<string, string>();
  return new Promise((resolve) => {
    const id = startBatch({
      kind: 'delete',
      title: titleOf(paths),
      items: paths.map((path) => ({ name: nameOf(path), sizeBytes: 0, path })),
      concurrent: paths.length,
      async prepare(signal) {
        const refused = await deleteInBatches(left, MAX_PATHS, (some) =>
          client.fs.run(
            'delete',
            { body: { paths: some, if_match: etag } },
            runOptionsOf({ signal }),
          ),
        );
        sentences = new Map(refused.map(({ path, error }) => [path, error]));
        left = [...sentences.keys()];
      },
      async work({ path }) {
        const sentence = sentences.get(path);
        if (sentence !== undefined) throw new ToldError(sentence);
        return 'completed';
      },
      async onEnd() {
        tellFailure(id);
        await readDirectoriesAgain();
        resolve();
      },
    });
  });
}

function titleOf(paths: readonly string[]): string {
  const [first = ''] = paths;
  if (paths.length === 1) return nameOf(first);
  return i18next.t('transfers:delete.title', { count: paths.length });
}
