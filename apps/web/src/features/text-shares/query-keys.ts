import type { SHARE_STATES, TEXT_SHARE_SORTS } from '@satchel/api-client/contract/limits';

export interface ListFilter {
  page: number;
  pageSize: number;
  /** What is searched for; empty for all. */
  words: string;
  sort: (typeof TEXT_SHARE_SORTS)[number];
  order: 'asc' | 'desc';
  state: (typeof SHARE_STATES)[number] | undefined;
}

/**
 * Every key of this feature, in a file of its own because Home needs no more. What begins with
 * `private` is forgotten when the session ends.
 */
export const textShareKeys = {
  visited: ['text-shares'],
  summary: (slug: string) => [...textShareKeys.visited, slug, 'summary'],
  content: (slug: string) => [...textShareKeys.visited, slug, 'content'],
  own: ['private', 'text-shares'],
  ownShare: (idOrSlug: string) => [...textShareKeys.own, 'share', idOrSlug],
  lists: ['private', 'text-shares', 'list'],
  list: (filter: ListFilter) => [...textShareKeys.lists, filter],
} as const;
