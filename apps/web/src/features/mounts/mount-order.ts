import type { MountRow } from '#shared/mounts/mount-queries.ts';

/** Moves a mount to another position, and renumbers all mounts by their positions. */
export function moveMount(
  mounts: readonly MountRow[],
  from: number,
  to: number,
): readonly MountRow[] {
  const moved = mounts[from];
  if (!moved) return mounts;
  const others = mounts.toSpliced(from, 1);
  return others.toSpliced(to, 0, moved).map((mount, index) => ({ ...mount, sort_order: index }));
}

/** Mounts whose number has changed. Only these need to be saved. */
export function renumbered(
  before: readonly MountRow[],
  after: readonly MountRow[],
): readonly MountRow[] {
  const numbers = new Map(before.map(({ id, sort_order }) => [id, sort_order]));
  return after.filter(({ id, sort_order }) => numbers.get(id) !== sort_order);
}
