import { receiveToasts, type ToastChange } from '@satchel/ui/feedback/toast-store';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, setSession } from '#shared/session/session-store.ts';
import {
  canOutliveThePage,
  createUndoableDeletions,
  deleteInBatches,
} from './undoable-deletions.ts';

let toasts: ToastChange[] = [];
receiveToasts((change) => toasts.push(change));

const words = { deleted: 'Deleted.', undo: 'Undo' };
const one = { scope: '', ids: ['a', 'b'] };

function shownToast() {
  const found = toasts.findLast((change) => 'show' in change);
  if (!found || !('show' in found)) throw new Error('no toast');
  return found.show;
}

function setUp() {
  const send = vi.fn(async () => {});
  const deletions = createUndoableDeletions(send);
  const hidden = () => deletions.pending.get().flatMap(({ ids }) => ids);
  return { deletions, send, hidden };
}

beforeEach(() => {
  toasts = [];
  setSession({ kind: 'admin', token: 't' }, 0);
});

describe('deletions that can be undone', () => {
  it('hide the ids at once, and are made when the toast closes, once', async () => {
    const { deletions, send, hidden } = setUp();
    deletions.offer(one, words);
    expect([hidden(), send.mock.calls.length]).toEqual([['a', 'b'], 0]);
    const toast = shownToast();
    toast.onClose?.();
    toast.onClose?.();
    toast.action?.onAction();
    expect(hidden()).toEqual(['a', 'b']);
    await deletions.makeAll();
    expect(send.mock.calls).toEqual([[one, { isLeaving: false }]]);
    expect(hidden()).toEqual([]);
  });

  it('never happen once they are undone', async () => {
    const { deletions, send, hidden } = setUp();
    deletions.offer(one, words);
    shownToast().action?.onAction();
    shownToast().onClose?.();
    window.dispatchEvent(new Event('pagehide'));
    await deletions.makeAll();
    expect([hidden(), send.mock.calls]).toEqual([[], []]);
  });

  it('are made at once when the tab closes, and their offer goes', async () => {
    const { deletions, send } = setUp();
    deletions.offer(one, words);
    window.dispatchEvent(new Event('pagehide'));
    shownToast().onClose?.();
    await deletions.makeAll();
    expect(send.mock.calls).toEqual([[one, { isLeaving: true }]]);
    expect(toasts.at(-1)).toEqual({ dismiss: shownToast().id });
  });

  it('are never made in the name of somebody else', async () => {
    const { deletions, send, hidden } = setUp();
    deletions.offer(one, words);
    endSession('adminTokenExpired');
    shownToast().onClose?.();
    await deletions.makeAll();
    expect([hidden(), send.mock.calls]).toEqual([[], []]);
  });

  it('are made early where a closing tab could not send all of them', async () => {
    const { deletions, send } = setUp();
    const many = (letter: string) => Array.from({ length: 400 }, (_, at) => letter.repeat(90) + at);
    deletions.offer({ scope: '', ids: many('x') }, words);
    deletions.offer({ scope: '', ids: many('y') }, words);
    expect(send).toHaveBeenCalledTimes(1);
    expect(canOutliveThePage([...many('x'), ...many('y')])).toBe(false);
    expect(canOutliveThePage(many('资'))).toBe(false);
  });

  it('are sent in several calls where one may not have all', async () => {
    const calls: string[][] = [];
    const failed = await deleteInBatches(['a', 'b', 'c'], 2, async (ids) => {
      calls.push(ids);
      return { failed: ids.slice(1) };
    });
    expect([calls, failed]).toEqual([[['a', 'b'], ['c']], ['b']]);
  });
});
