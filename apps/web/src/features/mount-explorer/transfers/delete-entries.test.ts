import { receiveToasts, type ToastChange } from '@satchel/ui/feedback/toast-store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { client } from '#shared/api/client.ts';
import { keepaliveClient } from '#shared/api/keepalive-client.ts';
import { logOut } from '#shared/session/log-out.ts';
import { endSession, getSession, setSession } from '#shared/session/session-store.ts';
import { leaveAll, tasks } from '#shared/tasks/tasks.ts';
import { entryDeletions, offerDeletion } from './delete-entries.ts';

const toasts: ToastChange[] = [];
receiveToasts((change) => toasts.push(change));
const run = vi.spyOn(client.fs, 'run');
const beginLasting = vi.spyOn(keepaliveClient.fs, 'begin');

/** Closes the last toast, as its time or a person does. */
function closeToast(): void {
  const shown = toasts.findLast((change) => 'show' in change);
  if (shown && 'show' in shown) shown.show.onClose?.();
}

beforeEach(() => {
  vi.useFakeTimers();
  toasts.length = 0;
  run.mockReset().mockResolvedValue({ success: 1, failed: [] });
  beginLasting.mockReset().mockResolvedValue({ success: 1, failed: [] });
  setSession({ kind: 'admin', token: 't' }, 0);
});
afterEach(() => {
  endSession('logout');
  leaveAll();
  vi.useRealTimers();
});

describe('a removal', () => {
  it('is made when the offer to undo it goes, and not before', async () => {
    offerDeletion(['/m/a', '/m/b/']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(run).not.toHaveBeenCalled();
    closeToast();
    await vi.advanceTimersByTimeAsync(200);
    expect(run).toHaveBeenCalledWith(
      'delete',
      { body: { paths: ['/m/a', '/m/b/'] } },
      expect.anything(),
    );
    await vi.advanceTimersByTimeAsync(1_000);
    expect(tasks.get(tasks.ids()[0] ?? '')).toMatchObject({ kind: 'delete', state: 'completed' });
    expect(entryDeletions.pending.get()).toEqual([]);
  });

  it('is made at once, and once, when the tab closes', async () => {
    offerDeletion(['/m/a']);
    window.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(beginLasting.mock.calls).toEqual([['delete', { body: { paths: ['/m/a'] } }]]);
    expect(run).not.toHaveBeenCalled();
  });

  it('is made at once, and once, before a log-out', async () => {
    const revoke = vi.spyOn(client.sessions, 'logout').mockResolvedValue(undefined as never);
    offerDeletion(['/m/a']);
    await logOut();
    expect(beginLasting.mock.calls).toEqual([['delete', { body: { paths: ['/m/a'] } }]]);
    expect(beginLasting.mock.invocationCallOrder[0]).toBeLessThan(
      revoke.mock.invocationCallOrder[0] ?? 0,
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect(run).not.toHaveBeenCalled();
  });

  it('does not keep a log-out waiting that gets no answer', async () => {
    vi.spyOn(client.sessions, 'logout').mockResolvedValue(undefined as never);
    beginLasting.mockReturnValue(new Promise(() => {}));
    offerDeletion(['/m/a']);
    const end = logOut();
    await vi.advanceTimersByTimeAsync(5_000);
    await end;
    expect(getSession().kind).toBe('none');
  });

  it('says what is still there, and tries only that again', async () => {
    run.mockResolvedValueOnce({ success: 1, failed: [{ path: '/m/b', error: 'It is busy.' }] });
    offerDeletion(['/m/a', '/m/b']);
    closeToast();
    await vi.advanceTimersByTimeAsync(1_000);
    const task = tasks.get(tasks.ids()[0] ?? '');
    expect(task).toMatchObject({ state: 'partial' });
    expect(task?.files?.map(({ state }) => state)).toEqual(['completed', 'failed']);
    expect(toasts.at(-1)).toMatchObject({ show: { tone: 'error', message: 'It is busy.' } });
    task?.retry?.();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(run).toHaveBeenLastCalledWith(
      'delete',
      { body: { paths: ['/m/b'] } },
      expect.anything(),
    );
    expect(tasks.get(task?.id ?? '')?.state).toBe('completed');
  });
});
