import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  endSession,
  reloadStoredSession,
  type Session,
  setSession,
} from '#shared/session/session-store.ts';
import { noProgress, type Task } from './task.ts';
import { leaveAll, tasks } from './tasks.ts';

const ADMIN: Session = { kind: 'admin', token: 't' };
const KEY: Session = {
  ...{ kind: 'apiKey', key: 'k', permissions: 2 },
  keyInfo: { id: '7', name: 'key', basic_path: '/' },
};

const pause = vi.fn();
const leave = vi.fn();

function start(change: Partial<Task> = {}): void {
  const progress = { ...noProgress(100), bytesPerSecond: 10, timeLeftMs: 10 };
  const task: Task = {
    ...{ id: 'a', kind: 'upload', title: 'a', state: 'running', progress },
    ...{ pause, leave, cancel() {} },
    ...change,
  };
  tasks.add([task]);
}

/** Whether the browser would ask before the tab closes. */
function isWarned(): boolean {
  vi.runAllTimers();
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

beforeEach(() => {
  vi.useFakeTimers();
  pause.mockClear();
  leave.mockClear();
  setSession(ADMIN, 0);
});
afterEach(() => {
  endSession('logout');
  leaveAll();
  vi.runAllTimers();
  vi.useRealTimers();
});

describe('the tasks of a session', () => {
  it('stop and are forgotten with a log-out', () => {
    start();
    endSession('logout');
    expect(leave).toHaveBeenCalledTimes(1);
    expect(tasks.ids()).toEqual([]);
  });

  it('stop and are forgotten with a log-out in another tab', () => {
    start();
    localStorage.removeItem('admin_token');
    reloadStoredSession();
    expect(leave).toHaveBeenCalledTimes(1);
    expect(tasks.ids()).toEqual([]);
  });

  it('wait for the same user when the session has run out, and for nobody else', () => {
    start();
    endSession('adminTokenExpired');
    expect(pause).toHaveBeenCalledTimes(1);
    setSession({ kind: 'admin', token: 'another' }, 0);
    expect(tasks.ids()).toEqual(['a']);
    endSession('adminTokenExpired');
    setSession(KEY, 0);
    expect(leave).toHaveBeenCalledTimes(1);
    expect(tasks.ids(), 'a second user does not see them').toEqual([]);
  });

  it('make the browser ask before the tab goes, until they have ended', () => {
    expect(isWarned()).toBe(false);
    start();
    expect(isWarned()).toBe(true);
    tasks.update('a', { state: 'completed' });
    expect(isWarned()).toBe(false);
  });

  it('show no speed while the browser is offline', () => {
    start();
    window.dispatchEvent(new Event('offline'));
    const stateOf = () => tasks.get('a')?.state;
    expect(stateOf()).toBe('offline');
    expect(tasks.get('a')?.progress).toMatchObject({ bytesPerSecond: 0, timeLeftMs: null });
    window.dispatchEvent(new Event('online'));
    expect(stateOf()).toBe('running');
  });
});
