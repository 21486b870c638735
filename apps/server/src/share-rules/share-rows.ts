import { isMissingRow, isUniqueViolation } from '#database';
import { AppError } from '#errors';

/** The rows whose time is not over. */
export function isOpenAt(now: Date) {
  return { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
}

/** Rows in the order of the ids that they were read by; without those that went meanwhile. */
export function inOrderOf<Row extends { readonly id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
): readonly Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Names what a write to a share failed of, at the edge that met it. */
export async function translateShareFailure<Result>(
  work: PromiseLike<Result>,
  notFound: 'text_shares.not_found' | 'file_shares.not_found',
): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    if (isUniqueViolation(cause)) throw new AppError('shares.slug_taken', { cause });
    if (isMissingRow(cause)) throw new AppError(notFound, { cause });
    throw cause;
  }
}
