import { describe, expect, it } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

/** `run` that waits until the test opens it, and records its groups. */
function createGate(judge: (items: readonly number[]) => void = () => undefined) {
  const groups: (readonly number[])[] = [];
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  return {
    groups,
    open,
    run: async (items: readonly number[]) => {
      groups.push(items);
      await opened;
      judge(items);
      return items.map((item) => item * 10);
    },
  };
}

const refuse = (unwanted: number) => (items: readonly number[]) => {
  if (items.includes(unwanted)) throw new Error(`no ${unwanted}`);
};

describe('a group commit', () => {
  it('does together what is asked for in one turn, and what arrives while that runs in the next', async () => {
    const gate = createGate();
    const add = createGroupCommit(gate.run);
    const first = [add(1), add(2)];
    while (gate.groups.length === 0) await new Promise(setImmediate);
    const second = [add(3), add(4), add(5)];
    gate.open();
    expect(await Promise.all([...first, ...second])).toEqual([10, 20, 30, 40, 50]);
    expect(gate.groups).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it('fails only the member whose fault it is, with its own error', async () => {
    const gate = createGate(refuse(2));
    gate.open();
    const add = createGroupCommit(gate.run);
    const results = await Promise.allSettled([add(1), add(2), add(3)]);
    expect(results).toEqual([
      { status: 'fulfilled', value: 10 },
      { status: 'rejected', reason: new Error('no 2') },
      { status: 'fulfilled', value: 30 },
    ]);
    expect(await add(4)).toBe(40);
  });

  it('fails all at once where the error is no fault of one', async () => {
    const gate = createGate(refuse(2));
    gate.open();
    const add = createGroupCommit(gate.run, { isFaultOfOne: () => false });
    const results = await Promise.allSettled([add(1), add(2), add(3)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(gate.groups).toEqual([[1, 2, 3]]);
  });

  it('never makes a group of more than 100', async () => {
    const gate = createGate();
    gate.open();
    const add = createGroupCommit(gate.run);
    const results = await Promise.all(Array.from({ length: 250 }, (_, at) => add(at)));
    expect(results).toEqual(Array.from({ length: 250 }, (_, at) => at * 10));
    expect(gate.groups.map(({ length }) => length)).toEqual([100, 100, 50]);
  });
});
