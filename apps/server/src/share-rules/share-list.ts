import type { SHARE_STATES } from '@satchel/api-client/contract/limits';
import { createdByOf } from '@satchel/api-client/permissions';
import type { AuthenticatedCaller } from '#security/caller.ts';

export type ShareStateFilter = (typeof SHARE_STATES)[number];
export type ShareOrder = 'asc' | 'desc';

const COLUMNS = {
  created: 'created_at',
  updated: 'updated_at',
  expires: 'expires_at',
  views: 'views',
  slug: 'slug',
} as const;

/** Sort keys of texts with their columns. */
export const TEXT_COLUMNS = { ...COLUMNS, size: 'content_length' } as const;

/** Sort keys of files with their columns. */
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

/** A page of a list, as its caller asks for it. */
export interface ShareQuery<By extends string> extends Omit<ShareFilter, 'state'> {
  readonly state?: ShareStateFilter | undefined;
  readonly sort?: By | undefined;
  readonly order?: ShareOrder | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** The page that a caller may see: a key sees what it made, an administrator everything. */
export function pageFor<By extends string>(
  caller: AuthenticatedCaller,
  { offset, limit, ...query }: ShareQuery<By>,
  now: Date,
) {
  const createdBy = caller.kind === 'admin' ? query.createdBy : createdByOf(caller);
  const state = query.state && { is: query.state, now };
  const filter: ShareFilter = { createdBy, search: query.search?.trim(), state };
  const sorting: ShareSorting<By | 'created'> = {
    by: query.sort ?? 'created',
    order: query.order ?? 'desc',
  };
  return [filter, sorting, offset, limit] as const;
}
