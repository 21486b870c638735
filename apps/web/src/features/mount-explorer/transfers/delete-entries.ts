import { dismissToast, showToast } from '@satchel/ui/toast-store';
import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { keepaliveClient } from '#shared/api/keepalive-client.ts';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { ToldError } from '#shared/errors/told-error.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { beforeLogOut } from '#shared/session/log-out.ts';
import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession, subscribeToSession } from '#shared/session/session-store.ts';
import { isUnderWay } from '#shared/tasks/task.ts';
import { tasks } from '#shared/tasks/tasks.ts';
import { nameOf } from '../entry-path.ts';
import { startBatch } from './batch-task.ts';
import { readDirectoriesAgain } from './read-directories.ts';
import { runOperation } from './server-operation.ts';

/** How long a removal can be undone before it is made. */
const UNDO_MS = 10_000;
/** The server takes no more in one call. */
const PATHS_AT_ONCE = 1000;

/** A removal that can still be undone. */
interface Removal {
  readonly paths: readonly string[];
  readonly toastId: string;
  readonly timer: ReturnType<typeof setTimeout>;
}

let hidden: ReadonlySet<string> = new Set();
const removals = new Set<Removal>();
const listeners = new Set<() => void>();
let lastId = 0;

function hide(paths: readonly string[]): void {
  set(new Set([...hidden, ...paths]));
}

function show(paths: readonly string[]): void {
  set(new Set([...hidden].filter((path) => !paths.includes(path))));
}

function set(next: ReadonlySet<string>): void {
  hidden = next;
  for (const listener of listeners) listener();
}

/** Deletes entries after ten seconds, in which it can be undone; meanwhile they are hidden. */
export function deleteEntries(paths: readonly string[]): void {
  lastId += 1;
  const removal: Removal = {
    paths,
    toastId: `removal ${lastId}`,
    timer: setTimeout(() => make(removal), UNDO_MS),
  };
  removals.add(removal);
  hide(paths);
  const words = { count: paths.length, name: plainName(nameOf(paths[0] ?? '')) };
  showToast('info', i18next.t('transfers:delete.done', words), {
    id: removal.toastId,
    durationMs: 0,
    action: { label: i18next.t('transfers:delete.undo'), onAction: () => undo(removal) },
  });
}

function undo(removal: Removal): void {
  if (!removals.delete(removal)) return;
  clearTimeout(removal.timer);
  show(removal.paths);
}

function take(removal: Removal): boolean {
  clearTimeout(removal.timer);
  dismissToast(removal.toastId);
  return removals.delete(removal);
}

function make(removal: Removal): void {
  if (!take(removal)) return;
  const { paths } = removal;
  const failed = new Map<string, string>();
  const [first = ''] = paths;
  const title =
    paths.length === 1
      ? nameOf(first)
      : i18next.t('transfers:delete.title', { count: paths.length });
  let isBegun = false;
  const id = startBatch({
    kind: 'delete',
    title,
    items: paths.map((path) => ({ name: nameOf(path), sizeBytes: 0, path })),
    concurrent: PATHS_AT_ONCE,
    async prepare(signal) {
      // A retry deletes only the entries that were refused.
      const wanted = isBegun ? [...failed.keys()] : paths;
      isBegun = true;
      failed.clear();
      await removeAll(wanted, failed, signal);
    },
    async work({ path }) {
      const sentence = failed.get(path);
      if (sentence !== undefined) throw new ToldError(sentence);
      return 'completed';
    },
    async onEnd() {
      tellFailure(id);
      await readDirectoriesAgain();
      show(paths);
    },
  });
}

/** One call for many, which the server does one after the other. */
async function removeAll(
  paths: readonly string[],
  failed: Map<string, string>,
  signal: AbortSignal,
): Promise<void> {
  for (let start = 0; start < paths.length; start += PATHS_AT_ONCE) {
    const body = { paths: paths.slice(start, start + PATHS_AT_ONCE) };
    const result = await runOperation('delete', { body }, { signal, onBytes() {} });
    for (const { path, error } of result.failed) failed.set(path, error);
  }
}

/** Tells the failure in a toast, because nobody opens the task list after a deletion. */
function tellFailure(id: string): void {
  const task = tasks.get(id);
  if (!task || isUnderWay(task.state) || task.error === undefined) return;
  showToast('error', sentenceOf(task.error));
}

/** The tab goes, or the right to delete: what was to be deleted is, by calls that outlive the page. */
async function makeAllAtOnce(): Promise<void> {
  const calls: Promise<unknown>[] = [];
  for (const removal of removals) {
    if (!take(removal)) continue;
    for (let start = 0; start < removal.paths.length; start += PATHS_AT_ONCE) {
      const body = { paths: removal.paths.slice(start, start + PATHS_AT_ONCE) };
      calls.push(keepaliveClient.fs.begin('delete', { body }));
    }
  }
  await Promise.allSettled(calls);
}

window.addEventListener('pagehide', () => void makeAllAtOnce());
beforeLogOut(makeAllAtOnce);

let owner = ownerOf(getSession());
subscribeToSession((session) => {
  const next = ownerOf(session);
  if (next === owner) return;
  owner = next;
  // The new user may lack the rights of the one who asked, so nothing is deleted and the entries show again.
  for (const removal of removals) take(removal);
  set(new Set());
});

/** The paths that are about to be deleted. */
export function usePendingDeletions(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hidden,
  );
}
