import { afterEach, describe, expect, it, vi } from 'vitest';
import { leaveAll, tasks } from '#shared/tasks/tasks.ts';
import { type Batch, type ItemContext, startBatch } from './batch-task.ts';

afterEach(() => leaveAll());

interface Item {
  readonly name: string;
  readonly sizeBytes: number;
}

const items: readonly Item[] = ['a', 'b', 'c'].map((name) => ({ name, sizeBytes: 10 }));

function start(work: Batch<Item>['work'], change: Partial<Batch<Item>> = {}): string {
  return startBatch({ kind: 'copy', title: 't', items, concurrent: 2, work, ...change });
}

const stateOf = (id: string) => tasks.get(id)?.state;
const statesOf = (id: string) => tasks.get(id)?.files?.map(({ state }) => state);
const done = () => Promise.resolve('completed' as const);
/** Work that ends only by its signal, like a request on a dead connection. */
const hang = (_: Item, { signal }: ItemContext) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

describe('a batch', () => {
  it('is completed when all of its items are, some at a time', async () => {
    let atOnce = 0;
    let most = 0;
    const id = start(async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await Promise.resolve();
      atOnce -= 1;
      return 'completed';
    });
    await vi.waitFor(() => expect(stateOf(id)).toBe('completed'));
    expect(most).toBe(2);
    expect(tasks.get(id)?.progress).toMatchObject({ fraction: 1, doneBytes: 30, totalBytes: 30 });
  });

  it('goes on with the others when one fails, and tries only that one again', async () => {
    const failing = new Set(['b']);
    const worked: string[] = [];
    const id = start(({ name }) => {
      worked.push(name);
      return failing.has(name) ? Promise.reject(new Error(name)) : done();
    });
    await vi.waitFor(() => expect(stateOf(id)).toBe('partial'));
    expect(statesOf(id)).toEqual(['completed', 'failed', 'completed']);
    expect(tasks.get(id)?.error).toEqual(new Error('b'));
    failing.clear();
    tasks.get(id)?.retry?.();
    await vi.waitFor(() => expect(stateOf(id)).toBe('completed'));
    expect(worked).toEqual(['a', 'b', 'c', 'b']);
    expect(tasks.get(id)?.error).toBeUndefined();
  });

  it('goes on with the others while one waits, and then with that one', async () => {
    const answer = Promise.withResolvers<void>();
    const worked: string[] = [];
    const id = start(async ({ name }) => {
      worked.push(name);
      return name === 'a' && worked.length === 1 ? { until: answer.promise } : 'completed';
    });
    await vi.waitFor(() => expect(statesOf(id)).toEqual(['waiting', 'completed', 'completed']));
    expect(stateOf(id)).toBe('running');
    answer.resolve();
    await vi.waitFor(() => expect(stateOf(id)).toBe('completed'));
    expect(worked).toEqual(['a', 'b', 'c', 'a']);
  });

  it('has an item fail whose wait has failed, and is cancelled in the middle of one', async () => {
    const failing = start(async ({ name }) =>
      name === 'a' ? { until: Promise.reject(new Error('no answer')) } : 'completed',
    );
    await vi.waitFor(() => expect(stateOf(failing)).toBe('partial'));
    expect(statesOf(failing)).toEqual(['failed', 'completed', 'completed']);
    const held = start(async () => ({ until: new Promise(() => undefined) }));
    await vi.waitFor(() => expect(statesOf(held)).toEqual(['waiting', 'waiting', 'waiting']));
    tasks.get(held)?.cancel();
    expect(stateOf(held)).toBe('cancelled');
  });

  it('has failed when all of its items have, or what comes before or after them', async () => {
    const fail = () => Promise.reject(new Error('no'));
    const each = start(fail);
    const before = start(done, { prepare: fail });
    const after = start(done, { finish: fail });
    for (const id of [each, before, after]) {
      await vi.waitFor(() => expect(stateOf(id)).toBe('failed'));
      expect(tasks.get(id)?.error).toEqual(new Error('no'));
    }
  });

  it('is cancelled at once, also while a request hangs, and stays so', async () => {
    const onEnd = vi.fn();
    let reason: unknown;
    const id = start(
      (item, context) => {
        context.signal.addEventListener('abort', () => {
          reason = context.signal.reason;
        });
        return hang(item, context);
      },
      { onEnd },
    );
    await vi.waitFor(() => expect(statesOf(id)?.[0]).toBe('running'));
    tasks.get(id)?.cancel();
    expect(stateOf(id)).toBe('cancelled');
    expect(statesOf(id)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(reason).toBe('cancelled');
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(stateOf(id)).toBe('cancelled');
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  it('keeps what can be resumed when its session ends', async () => {
    let reason: unknown;
    const id = start((item, context) => {
      context.signal.addEventListener('abort', () => {
        reason = context.signal.reason;
      });
      return hang(item, context);
    });
    await vi.waitFor(() => expect(statesOf(id)?.[0]).toBe('running'));
    tasks.get(id)?.leave();
    expect(reason).toBe('left');
  });

  it('begins nothing new while it is paused, and pauses what has begun', async () => {
    const pause = vi.fn();
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const id = start(
      ({ name }, { control }) => {
        begun.push(name);
        control({ pause, resume: vi.fn() });
        return new Promise((resolve) => ends.push(() => resolve('completed')));
      },
      { canPause: true },
    );
    await vi.waitFor(() => expect(begun).toEqual(['a', 'b']));
    tasks.get(id)?.pause?.();
    expect(stateOf(id)).toBe('paused');
    expect(pause).toHaveBeenCalledTimes(2);
    for (const end of ends) end();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(begun).toEqual(['a', 'b']);
    tasks.get(id)?.resume?.();
    await vi.waitFor(() => expect(begun).toEqual(['a', 'b', 'c']));
    ends.at(-1)?.();
    await vi.waitFor(() => expect(stateOf(id)).toBe('completed'));
  });

  it('removes what a failed item has left once nobody will try it again', async () => {
    const remove = vi.fn();
    const id = start(({ name }, { onGiveUp }) => {
      onGiveUp(() => remove(name));
      return name === 'c' ? Promise.reject(new Error('c')) : done();
    });
    await vi.waitFor(() => expect(stateOf(id)).toBe('partial'));
    expect(remove).not.toHaveBeenCalled();
    tasks.get(id)?.cancel();
    expect(remove.mock.calls).toEqual([['c']]);
  });

  it('does not count what is skipped', async () => {
    const id = start(({ name }) => Promise.resolve(name === 'a' ? 'skipped' : 'completed'));
    await vi.waitFor(() => expect(stateOf(id)).toBe('completed'));
    expect(tasks.get(id)?.progress).toMatchObject({ doneBytes: 20, totalBytes: 20 });
  });
});
