import type { BUNDLE_STATES, SHARE_STATES } from '@satchel/api-client/contract/limits';
import { createdByOf } from '@satchel/api-client/permissions';
import type { AuthenticatedCaller } from '#security/caller.ts';

/** State of a link; of a bundle also that of its upload. */
export type ShareStateFilter = (typeof SHARE_STATES | typeof BUNDLE_STATES)[number];
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

/** Sort keys of bundles with their columns. */
export const BUNDLE_COLUMNS = COLUMNS;

/** Sort keys of upload requests with their columns. */
export const UPLOAD_REQUEST_COLUMNS = {
  created: 'created_at',
  updated: 'updated_at',
  expires: 'expires_at',
  slug: 'slug',
} as const;

/** Filter of a list of shares, of any kind. */
export interface ShareFilter {
  /** Only shares of this creator. */
  readonly createdBy?: string | undefined;
  /** Text that the searchable columns must contain, in any case. */
  readonly search?: string | undefined;
  /** Only shares that are in this state at the given time. */
  readonly state?: { readonly is: ShareStateFilter; readonly now: Date } | undefined;
}

/** How a list is ordered. */
export interface ShareSorting<By extends string> {
  readonly by: By;
  readonly order: ShareOrder;
}

/** Page of a list, as its caller asks for it. */
export interface ShareQuery<By extends string> extends Omit<ShareFilter, 'state'> {
  readonly state?: ShareStateFilter | undefined;
  readonly sort?: By | undefined;
  readonly order?: ShareOrder | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Page that the caller may see: an API key sees its own shares, an administrator all. */
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
