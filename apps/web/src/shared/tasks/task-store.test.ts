import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noProgress, type Task } from './task.ts';
import { createTaskStore } from './task-store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const task = (id: string, change: Partial<Task> = {}): Task => ({
  ...{ id, kind: 'upload', title: id, state: 'waiting', progress: noProgress(100) },
  ...{ cancel() {}, leave() {} },
  ...change,
});

describe('the store of tasks', () => {
  it('lists the newest batch first, and within it in its own order', () => {
    const store = createTaskStore();
    store.add([task('a'), task('b')]);
    store.add([task('c'), task('d')]);
    expect(store.ids()).toEqual(['c', 'd', 'a', 'b']);
    store.remove(['c', 'b']);
    expect(store.ids()).toEqual(['d', 'a']);
  });

  it('tells of many changes at once, and only those who show what has changed', () => {
    const store = createTaskStore();
    store.add([task('a'), task('b')]);
    vi.runAllTimers();
    const told = { all: vi.fn(), a: vi.fn(), b: vi.fn() };
    store.subscribe(told.all);
    store.subscribeTo('a', told.a);
    const stop = store.subscribeTo('b', told.b);
    for (let fraction = 0; fraction < 1; fraction += 0.01) {
      store.update('a', { progress: { ...noProgress(100), fraction } });
    }
    vi.runAllTimers();
    expect(told.all).toHaveBeenCalledTimes(1);
    expect(told.a).toHaveBeenCalledTimes(1);
    expect(told.b).not.toHaveBeenCalled();
    stop();
    store.update('b', { state: 'running' });
    vi.runAllTimers();
    expect(told.b).not.toHaveBeenCalled();
  });

  it('changes one of thousands without copying the others', () => {
    const store = createTaskStore();
    store.add(Array.from({ length: 5000 }, (_, index) => task(String(index))));
    const ids = store.ids();
    store.update('7', { state: 'running' });
    expect(store.ids()).toBe(ids);
  });

  it('sums up what is under way, and forgets what was given up', () => {
    const store = createTaskStore();
    store.add(['a', 'b', 'c', 'd'].map((id) => task(id)));
    store.update('a', { state: 'completed' });
    store.update('b', {
      state: 'running',
      progress: { ...noProgress(100), doneBytes: 50, bytesPerSecond: 10 },
    });
    store.update('d', { state: 'cancelled' });
    expect(store.summary()).toMatchObject({
      count: 4,
      underWay: 2,
      doneBytes: 150,
      totalBytes: 300,
      fraction: 0.5,
      bytesPerSecond: 10,
      timeLeftMs: 15_000,
    });
    store.update('b', { state: 'offline' });
    expect(store.summary()).toMatchObject({ bytesPerSecond: 0, timeLeftMs: null, underWay: 2 });
  });

  it('has no speed left once nothing moves, whatever the speeds were', () => {
    const store = createTaskStore();
    store.add(['a', 'b', 'c'].map((id) => task(id, { state: 'running' })));
    for (const [id, bytesPerSecond] of [
      ['a', 0.1],
      ['b', 0.2],
      ['c', 123.3],
      ['a', 7.7],
    ] as const) {
      store.update(id, { progress: { ...noProgress(100), bytesPerSecond } });
    }
    for (const id of ['b', 'a', 'c']) store.update(id, { progress: noProgress(100) });
    expect(store.summary()).toMatchObject({ bytesPerSecond: 0, timeLeftMs: null });
  });

  it('counts the running tasks of which no byte moves', () => {
    const store = createTaskStore();
    store.add(['a', 'b'].map((id) => task(id, { state: 'running' })));
    store.update('a', { progress: { ...noProgress(100), quietSinceMs: 1 } });
    expect(store.summary().quiet).toBe(1);
    store.update('b', { progress: { ...noProgress(100), quietSinceMs: 2 } });
    expect(store.summary().quiet).toBe(2);
    store.update('a', { state: 'paused' });
    store.update('b', { progress: noProgress(100) });
    expect(store.summary().quiet).toBe(0);
  });

  it('remembers how many have ended, also after they were cleared', () => {
    const store = createTaskStore();
    store.add([task('a'), task('b')]);
    store.update('a', { state: 'completed' });
    store.update('a', { title: 'x' });
    store.update('b', { state: 'failed' });
    store.remove(['a', 'b']);
    expect(store.summary()).toMatchObject({ count: 0, endedSoFar: { completed: 1, failed: 1 } });
    expect(store.summary().fraction).toBe(1);
    store.update('a', { state: 'failed' });
    expect(store.summary().endedSoFar.failed, 'what is gone does not come back').toBe(1);
  });
});
