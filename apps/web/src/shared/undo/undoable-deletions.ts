import { dismissToast, showToast } from '@satchel/ui/feedback/toast-store';
import type { Atom } from '@tanstack/react-store';
import { beforeLogOut } from '#shared/session/log-out.ts';
import { createOwnedAtom, onOwnerChange } from '#shared/session/owned-atom.ts';

/** Room for ids in a request that outlives the page: browsers send 64 KiB in all such requests together. */
const KEEPALIVE_BYTES = 60_000;

/** Rows or entries that are hidden and will be deleted. */
export interface Deletion {
  /** The list from which they were deleted; '' where that makes no difference. */
  readonly scope: string;
  readonly ids: readonly string[];
}

export interface UndoableDeletions {
  /** Deletions that are offered for undo or under way, oldest first. */
  readonly pending: Atom<readonly Deletion[]>;
  /** Hides the ids and offers to undo; deletes them when the toast closes. */
  offer: (deletion: Deletion, words: { readonly deleted: string; readonly undo: string }) => void;
  /** Hides the ids and deletes them, without an offer to undo. */
  make: (deletion: Deletion) => void;
  /** Deletes now all that is still offered for undo. Resolves when every deletion is done. */
  makeAll: () => Promise<void>;
}

/**
 * Deletions that can be undone until their toast closes. They are made at once when the tab closes and
 * before a log-out, and not at all when the session ends otherwise.
 *
 * @param send deletes, shows what failed and refreshes the lists; the ids stay hidden until it resolves.
 *   With `isLeaving` the request has to outlive the page. Never rejects.
 */
export function createUndoableDeletions(
  send: (deletion: Deletion, how: { readonly isLeaving: boolean }) => Promise<unknown>,
): UndoableDeletions {
  const pending = createOwnedAtom<readonly Deletion[]>(() => []);
  /** Toasts of the deletions that can be undone. */
  const offers = new Map<Deletion, string>();
  const running = new Set<Promise<unknown>>();
  let lastId = 0;

  const show = (deletion: Deletion) =>
    pending.set((all) => all.filter((each) => each !== deletion));

  function start(deletion: Deletion, isLeaving: boolean): void {
    const run = send(deletion, { isLeaving }).finally(() => {
      running.delete(run);
      show(deletion);
    });
    running.add(run);
  }

  /** Takes the offer back; false where the deletion was made or undone before. */
  function withdraw(deletion: Deletion): boolean {
    const toast = offers.get(deletion);
    if (toast === undefined) return false;
    offers.delete(deletion);
    dismissToast(toast);
    return true;
  }

  async function makeAll(): Promise<void> {
    for (const deletion of [...offers.keys()]) if (withdraw(deletion)) start(deletion, true);
    await Promise.all(running);
  }

  onOwnerChange(() => {
    for (const deletion of [...offers.keys()]) withdraw(deletion);
  });
  window.addEventListener('pagehide', () => void makeAll());
  beforeLogOut(makeAll);

  return {
    pending,
    makeAll,
    make(deletion) {
      pending.set((all) => [...all, deletion]);
      start(deletion, false);
    },
    offer(deletion, { deleted, undo }) {
      const offered = [...offers.keys()].flatMap(({ ids }) => ids);
      if (!canOutliveThePage([...offered, ...deletion.ids])) void makeAll();
      lastId += 1;
      const id = `deletion ${lastId}`;
      offers.set(deletion, id);
      pending.set((all) => [...all, deletion]);
      showToast('info', deleted, {
        id,
        action: { label: undo, onAction: () => withdraw(deletion) && show(deletion) },
        onClose: () => withdraw(deletion) && start(deletion, false),
      });
    },
  };
}

/** Whether a request that outlives the page has room for these ids; if not, they cannot be offered for undo. */
export function canOutliveThePage(ids: readonly string[]): boolean {
  return new TextEncoder().encode(JSON.stringify(ids)).length <= KEEPALIVE_BYTES;
}

/** Calls `deleteSome` for at most `most` ids at a time, one call after the other. */
export async function deleteInBatches<Result extends { readonly failed: readonly unknown[] }>(
  ids: readonly string[],
  most: number,
  deleteSome: (ids: string[]) => Promise<Result>,
): Promise<Result['failed'][number][]> {
  const failed: Result['failed'][number][] = [];
  for (let first = 0; first < ids.length; first += most) {
    const result = await deleteSome(ids.slice(first, first + most));
    failed.push(...result.failed);
  }
  return failed;
}
