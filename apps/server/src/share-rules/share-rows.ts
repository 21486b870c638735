import { isMissingRow, isUniqueViolation } from '#database';
import { AppError } from '#errors';

/** Selects rows that have not expired. */
export function isOpenAt(now: Date) {
  return { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
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
export async function translateShareFailure<Result>(
  work: PromiseLike<Result>,
  notFound: `${'text_shares' | 'file_shares' | 'bundles' | 'upload_requests'}.not_found`,
): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    if (isUniqueViolation(cause)) throw new AppError('shares.slug_taken', { cause });
    if (isMissingRow(cause)) throw new AppError(notFound, { cause });
    throw cause;
  }
}
