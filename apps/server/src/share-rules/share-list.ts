import type { SHARE_STATES } from '@satchel/api-client/contract/limits';
import { toSearchText } from '#database/search-text.ts';
import { isOpenAt } from './share-rows.ts';

export type ShareStateFilter = (typeof SHARE_STATES)[number];
export type ShareOrder = 'asc' | 'desc';

const COLUMNS = {
  created: 'createdAt',
  updated: 'updatedAt',
  expires: 'expiresAt',
  views: 'views',
  slug: 'slug',
} as const;

/** What lists of texts are sorted by, and the columns that hold it. */
export const TEXT_COLUMNS = { ...COLUMNS, size: 'contentLength' } as const;

/** The same of files. */
export const FILE_COLUMNS = { ...COLUMNS, size: 'size', name: 'filename' } as const;

/** Which shares a list has, of either kind. */
export interface ShareFilter {
  /** Only what this creator made. */
  readonly createdBy?: string | undefined;
  /** Part of what can be searched of a row, in any case. */
  readonly search?: string | undefined;
  /** Only what is in this state at a time. */
  readonly state?: { readonly is: ShareStateFilter; readonly now: Date } | undefined;
}

/** How a list is ordered. */
export interface ShareSorting<By extends string> {
  readonly by: By;
  readonly order: ShareOrder;
}

/** @param limit how the table names its limit of views */
export function sharesIn<Limit>({ createdBy, search, state }: ShareFilter, limit: Limit) {
  return {
    ...(createdBy === undefined ? {} : { createdBy }),
    ...(search ? { searchText: { contains: toSearchText(search) } } : {}),
    ...(state && inState(state.is, limit, state.now)),
  };
}

function inState<Limit>(state: ShareStateFilter, limit: Limit, now: Date) {
  switch (state) {
    case 'active':
      return { AND: [isOpenAt(now), { OR: [{ maxViews: null }, { views: { lt: limit } }] }] };
    case 'expired':
      return { expiresAt: { lte: now } };
    case 'used_up':
      return { views: { gte: limit } };
    case 'protected':
      return { passwordHash: { not: null } };
    case 'limited':
      return { maxViews: { not: null } };
  }
}

/** Equal values are in the order of their ids, so that no row is on two pages. */
export function sharesBy<By extends string>(
  columns: Readonly<Record<By, string>>,
  { by, order }: ShareSorting<By>,
) {
  // No end is later than any; each database would decide that in its own way.
  const nulls: 'first' | 'last' = order === 'asc' ? 'last' : 'first';
  const column = columns[by];
  const direction = column === 'expiresAt' ? { sort: order, nulls } : order;
  return [{ [column]: direction }, { id: order }];
}
