import type { Atom } from '@tanstack/react-store';
import { beforeLogOut } from '#shared/session/log-out.ts';
import { createOwnedAtom } from '#shared/session/owned-atom.ts';
import { offerUndo } from './undo-key.ts';

/** Maximum bytes of ids in a keepalive request. Browsers limit all pending ones together to 64 KiB. */
const KEEPALIVE_BYTES = 60_000;

/** Rows or entries that are hidden and pending deletion. */
export interface Deletion {
  /** The list that contained them; '' if it does not matter. */
  readonly scope: string;
  readonly ids: readonly string[];
  /** Version that the single id must still have to be deleted; default any. */
  readonly etag?: string | undefined;
}

export interface UndoOffer {
  /** Says what is deleted. */
  readonly deleted: string;
  /** Label of the button. */
  readonly undo: string;
  /** Called after the rows are shown again, for example to focus them. */
  readonly onUndo?: () => void;
}

export interface UndoableDeletions {
  /** Deletions that can be undone or are running, oldest first. */
  readonly pending: Atom<readonly Deletion[]>;
  /** Hides the ids and offers to undo; deletes them when the toast closes. */
  offer: (deletion: Deletion, offer: UndoOffer) => void;
  /** Hides the ids and deletes them, without an offer to undo. */
  make: (deletion: Deletion) => void;
  /** Starts all deletions that could still be undone. Resolves when every deletion has finished. */
  makeAll: () => Promise<void>;
  /** Like `makeAll`, for some of the deletions, while the page stays open. */
  makeSome: (isMeant: (deletion: Deletion) => boolean) => Promise<void>;
  /** Undoes some of the deletions that can still be undone, without calling their `onUndo`. */
  takeBack: (isMeant: (deletion: Deletion) => boolean) => void;
}

/**
 * Deletions that the user can undo until their toast closes. They run immediately when the tab closes and
 * before a log-out. They are dropped when the session ends otherwise.
 *
 * @param send deletes, shows failures and refreshes the lists; the ids stay hidden until it resolves. With
 * `isLeaving` the request has to outlive the page. Never rejects.
 */
export function createUndoableDeletions(
  send: (deletion: Deletion, how: { readonly isLeaving: boolean }) => Promise<unknown>,
): UndoableDeletions {
  const pending = createOwnedAtom<readonly Deletion[]>(() => []);
  /** Deletions that can be undone, with the function that withdraws the offer. */
  const offers = new Map<Deletion, () => boolean>();
  const running = new Map<Deletion, Promise<unknown>>();

  const show = (deletion: Deletion) =>
    pending.set((all) => all.filter((each) => each !== deletion));

  function start(deletion: Deletion, isLeaving: boolean): void {
    const run = send(deletion, { isLeaving }).finally(() => {
      running.delete(deletion);
      show(deletion);
    });
    running.set(deletion, run);
  }

  /** Withdraws the offers to undo some of the deletions, and returns these deletions. */
  function withdrawThose(isMeant: (deletion: Deletion) => boolean): readonly Deletion[] {
    const meant = [...offers].filter(([deletion]) => isMeant(deletion));
    for (const [deletion] of meant) offers.delete(deletion);
    return meant.flatMap(([deletion, withdraw]) => (withdraw() ? [deletion] : []));
  }

  async function makeThose(
    isMeant: (deletion: Deletion) => boolean,
    isLeaving: boolean,
  ): Promise<void> {
    for (const deletion of withdrawThose(isMeant)) start(deletion, isLeaving);
    const meant = [...running].filter(([deletion]) => isMeant(deletion));
    await Promise.all(meant.map(([, run]) => run));
  }
  const makeAll = () => makeThose(() => true, true);

  window.addEventListener('pagehide', () => void makeAll());
  beforeLogOut(makeAll);

  return {
    pending,
    makeAll,
    makeSome: (isMeant) => makeThose(isMeant, false),
    takeBack: (isMeant) => withdrawThose(isMeant).forEach(show),
    make(deletion) {
      pending.set((all) => [...all, deletion]);
      start(deletion, false);
    },
    offer(deletion, { deleted, undo, onUndo }) {
      const offered = [...offers.keys()].flatMap(({ ids }) => ids);
      if (!canOutliveThePage([...offered, ...deletion.ids])) void makeAll();
      pending.set((all) => [...all, deletion]);
      const withdraw = offerUndo({
        done: deleted,
        label: undo,
        undo() {
          offers.delete(deletion);
          show(deletion);
          onUndo?.();
        },
        onClose() {
          offers.delete(deletion);
          start(deletion, false);
        },
      });
      offers.set(deletion, withdraw);
    },
  };
}

/** Whether a keepalive request can hold these ids. If not, the deletion cannot be undone. */
export function canOutliveThePage(ids: readonly string[]): boolean {
  return new TextEncoder().encode(JSON.stringify(ids)).length <= KEEPALIVE_BYTES;
}

/** Calls `deleteSome` with at most `most` ids, one call after another. */
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
