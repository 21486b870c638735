import type { MockHandlers } from '@satchel/api-client/mock';
import { receiveToasts, type ToastChange } from '@satchel/ui/feedback/toast-store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepaliveClient } from '#shared/api/keepalive-client.ts';
import { ToldError } from '#shared/errors/told-error.ts';
import { logOut } from '#shared/session/log-out.ts';
import { endSession, getSession, setSession } from '#shared/session/session-store.ts';
import { leaveAll, tasks } from '#shared/tasks/tasks.ts';
import { mockCalls } from '#shared/testing/mock-calls.ts';
import { deleteBefore, entryDeletions, offerDeletion } from './delete-entries.ts';

const toasts: ToastChange[] = [];
receiveToasts((change) => toasts.push(change));
const done = { success: 1, failed: [] };
/** Calls in order. */
const made: string[] = [];

/** Mocks a server that deletes and logs out, for both clients of the app. */
function serve() {
  const handlers: MockHandlers = {
    fs: {
      delete() {
        made.push('delete');
        return done;
      },
    },
    sessions: {
      logout() {
        made.push('logout');
        return null;
      },
    },
  };
  return { calls: mockCalls(handlers), keptAlive: mockCalls(handlers, keepaliveClient) };
}

/** Closes the last toast, as its timeout or the user would. */
function closeToast(): void {
  const shown = toasts.findLast((change) => 'show' in change);
  if (shown && 'show' in shown) shown.show.onClose?.();
}

beforeEach(() => {
  vi.useFakeTimers();
  toasts.length = 0;
  made.length = 0;
  setSession({ kind: 'admin', token: 't' }, 0);
});
afterEach(() => {
  endSession('logout');
  leaveAll();
  vi.useRealTimers();
});

describe('a removal', () => {
  it('is made when the offer to undo it goes, and not before', async () => {
    const { calls } = serve();
    offerDeletion(['/m/a', '/m/b/']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls.fs.delete).toEqual([]);
    closeToast();
    await vi.advanceTimersByTimeAsync(200);
    expect(calls.fs.delete).toMatchObject([{ body: { paths: ['/m/a', '/m/b/'] } }]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(tasks.get(tasks.ids()[0] ?? '')).toMatchObject({ kind: 'delete', state: 'completed' });
    expect(entryDeletions.pending.get()).toEqual([]);
  });

  it('of one file names its version, also when the tab closes', async () => {
    const { calls, keptAlive } = serve();
    const once = { paths: ['/m/a'], if_match: '"1"' };
    offerDeletion(['/m/a'], () => {}, '"1"');
    closeToast();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(calls.fs.delete).toMatchObject([{ body: once }]);
    offerDeletion(['/m/a'], () => {}, '"1"');
    window.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(keptAlive.fs.delete).toMatchObject([{ body: once }]);
  });

  it('is made at once, and once, when the tab closes', async () => {
    const { calls, keptAlive } = serve();
    offerDeletion(['/m/a']);
    window.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(keptAlive.fs.delete).toMatchObject([{ body: { paths: ['/m/a'] } }]);
    expect(calls.fs.delete).toEqual([]);
  });

  it('is made at once, and once, before a log-out', async () => {
    const { calls, keptAlive } = serve();
    offerDeletion(['/m/a']);
    await logOut();
    expect(keptAlive.fs.delete).toMatchObject([{ body: { paths: ['/m/a'] } }]);
    expect(made).toEqual(['delete', 'logout']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls.fs.delete).toEqual([]);
  });

  it('does not keep a log-out waiting that gets no answer', async () => {
    serve();
    mockCalls({ fs: { delete: () => new Promise(() => {}) } }, keepaliveClient);
    offerDeletion(['/m/a']);
    const end = logOut();
    await vi.advanceTimersByTimeAsync(5_000);
    await end;
    expect(getSession().kind).toBe('none');
  });

  it('is made before its name, or one below it, is written again', async () => {
    const replied = Promise.withResolvers<typeof done>();
    const { fs } = mockCalls({ fs: { delete: () => replied.promise } });
    offerDeletion(['/m/album/']);
    offerDeletion(['/m/other']);
    let isDone = false;
    const end = deleteBefore(['/m/album/new.txt']).then(() => {
      isDone = true;
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(isDone, 'waits until the old one is gone').toBe(false);
    replied.resolve(done);
    await vi.advanceTimersByTimeAsync(1_000);
    await end;
    expect(fs.delete).toMatchObject([{ body: { paths: ['/m/album/'] } }]);
    expect(entryDeletions.pending.get()).toMatchObject([{ ids: ['/m/other'] }]);

    void deleteBefore(['/m/otherwise', '/m/x/other']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fs.delete).toHaveLength(1);
    void deleteBefore(['/m/']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fs.delete).toMatchObject([{}, { body: { paths: ['/m/other'] } }]);
  });

  it('is taken back where what it would delete is moved or copied', async () => {
    const { calls } = serve();
    offerDeletion(['/m/a.txt', '/m/b.txt']);
    offerDeletion(['/m/album/']);
    offerDeletion(['/m/folder/inside.txt']);
    offerDeletion(['/m/other']);
    const sources = ['/m/a.txt', '/m/album/1.jpg', '/m/folder/'];
    const end = deleteBefore(['/n/a.txt', '/n/1.jpg', '/n/folder/'], sources);
    await vi.advanceTimersByTimeAsync(1_000);
    await end;
    expect(calls.fs.delete).toMatchObject([{ body: { paths: ['/m/folder/inside.txt'] } }]);
    expect(entryDeletions.pending.get()).toMatchObject([{ ids: ['/m/other'] }]);
    window.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(calls.fs.delete).toHaveLength(1);
  });

  it('says what is still there, and tries only that again', async () => {
    const replies = [{ success: 1, failed: [{ path: '/m/b', error: 'It is busy.' }] }];
    const { fs } = mockCalls({ fs: { delete: () => replies.shift() ?? done } });
    offerDeletion(['/m/a', '/m/b']);
    closeToast();
    await vi.advanceTimersByTimeAsync(1_000);
    const task = tasks.get(tasks.ids()[0] ?? '');
    expect(task).toMatchObject({ state: 'partial' });
    expect(task?.files?.map(({ state }) => state)).toEqual(['completed', 'failed']);
    expect(toasts.at(-1)).toMatchObject({ show: { tone: 'error', message: 'It is busy.' } });
    task?.retry?.();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fs.delete.at(-1)).toMatchObject({ body: { paths: ['/m/b'] } });
    expect(tasks.get(task?.id ?? '')?.state).toBe('completed');
  });

  it('tries all of it again after a call that failed', async () => {
    const failures = [new ToldError('The storage is away.')];
    const { fs } = mockCalls({
      fs: {
        delete() {
          const failure = failures.shift();
          if (failure) throw failure;
          return done;
        },
      },
    });
    offerDeletion(['/m/a', '/m/b']);
    closeToast();
    await vi.advanceTimersByTimeAsync(1_000);
    const task = tasks.get(tasks.ids()[0] ?? '');
    expect(task).toMatchObject({ state: 'failed' });
    task?.retry?.();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fs.delete.at(-1)).toMatchObject({ body: { paths: ['/m/a', '/m/b'] } });
    expect(fs.delete).toHaveLength(2);
    expect(tasks.get(task?.id ?? '')?.state).toBe('completed');
  });
});
