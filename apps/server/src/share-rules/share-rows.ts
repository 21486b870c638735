import { withRefusals } from '#database';
import { AppError } from '#errors';
import type { Fence } from '#leases/hold.ts';
import { type Authorized, authorizeOwner } from '#security/authorized.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';

const SWEEP_BATCH = 100;

type LinkNotFound = `${'text_shares' | 'file_shares' | 'bundles' | 'upload_requests'}.not_found`;

/**
 * Link of the caller, by its id or slug.
 *
 * @throws {AppError} `notFound` also for a link of somebody else
 */
export async function findOwnLink<Row extends { readonly createdBy: string }>(
  repository: Record<'findById' | 'findBySlug', (name: string) => Promise<Row | undefined>>,
  caller: AuthenticatedCaller,
  idOrSlug: string,
  notFound: LinkNotFound,
): Promise<Authorized<Row>> {
  const found = (await repository.findById(idOrSlug)) ?? (await repository.findBySlug(idOrSlug));
  const own = authorizeOwner(caller, found);
  if (!own) throw new AppError(notFound);
  return own;
}

/** Links that ended before a time. Each condition has its own index, and so needs a query of its own. */
export async function listEnded<Row>(
  before: Date,
  most: number,
  find: (query: {
    where: ReturnType<typeof endedBefore>[number];
    take: number;
  }) => PromiseLike<Row[]>,
): Promise<readonly Row[]> {
  const ended: Row[] = [];
  for (const where of endedBefore(before)) {
    ended.push(...(await find({ where, take: most - ended.length })));
  }
  return ended;
}

function endedBefore(time: Date) {
  const isOpen = [{ expiresAt: null }, { expiresAt: { gt: time } }];
  return [{ expiresAt: { lte: time } }, { usedUpAt: { lte: time }, OR: isOpen }];
}

/**
 * Removes ended links in batches; returns how many.
 *
 * @param remove removes those that have not changed since they were read; returns how many
 * @param fence checked after each batch
 */
export async function sweepEnded<Row>(
  list: (take: number) => Promise<readonly Row[]>,
  remove: (links: readonly Authorized<Row>[]) => Promise<number>,
  fence: Fence,
): Promise<number> {
  for (let count = 0; ; ) {
    const ended = await list(SWEEP_BATCH);
    // The server itself acts here, so no rights are checked.
    const removed = await remove(ended as readonly Authorized<Row>[]);
    count += removed;
    fence.assertHeld();
    // Leaves links that changed in the meantime to the next sweep.
    if (ended.length < SWEEP_BATCH || removed === 0) return count;
  }
}

/** Sorts rows by the ids they were read with; leaves out those removed in the meantime. */
export function inOrderOf<Row extends { readonly id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
): readonly Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Translates the database error of a write to a share. */
export const translateShareFailure = <Result>(work: PromiseLike<Result>, missing: LinkNotFound) =>
  withRefusals(work, { unique: 'shares.slug_taken', missing });
