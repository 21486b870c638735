import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MountRow } from '#shared/mounts/mount-queries.ts';
import { moveMount, renumbered } from './mount-order.ts';

const mount = (id: string, sort_order: number) => ({ id, sort_order }) as MountRow;
const namesOf = (mounts: readonly MountRow[]) => mounts.map(({ id }) => id).join('');

describe('the order of mounts', () => {
  const mounts = [...'abcd'].map((id, index) => mount(id, index));

  it('is changed by moving one of them, up or down', () => {
    expect(namesOf(moveMount(mounts, 0, 2))).toBe('bcad');
    expect(namesOf(moveMount(mounts, 3, 0))).toBe('dabc');
    expect(namesOf(moveMount(mounts, 1, 1))).toBe('abcd');
  });

  it('is saved only where a number has changed', () => {
    expect(namesOf(renumbered(mounts, moveMount(mounts, 1, 2)))).toBe('cb');
    expect(renumbered(mounts, moveMount(mounts, 2, 2))).toEqual([]);
  });

  it('ends up as shown, also where all had the same number', () => {
    fc.assert(
      fc.property(
        fc.nat(5),
        fc.nat(5),
        fc.array(fc.nat(3), { minLength: 6, maxLength: 6 }),
        (from, to, numbers) => {
          const before = numbers.map((number, index) => mount(String(index), number));
          const after = moveMount(before, from, to);
          const saved = new Map(renumbered(before, after).map((row) => [row.id, row.sort_order]));
          const stored = before
            .map((row) => mount(row.id, saved.get(row.id) ?? row.sort_order))
            .toSorted((a, b) => a.sort_order - b.sort_order);
          expect(namesOf(stored)).toBe(namesOf(after));
        },
      ),
    );
  });
});
