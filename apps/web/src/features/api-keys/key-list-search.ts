import type { Arrangement } from '#shared/data-list/page-of.ts';
import { defineListSearch } from '#shared/data-list/search/list-search.ts';
import type { ApiKeyRow } from './queries.ts';

export const keyListSearch = defineListSearch({
  sorts: ['created', 'name', 'used', 'expires'],
  states: ['active', 'expired', 'guest'],
});

export type KeySort = ReturnType<typeof keyListSearch.parse>['sort'];
export type KeyState = NonNullable<ReturnType<typeof keyListSearch.parse>['state']>;

export const KEY_ARRANGEMENT: Arrangement<ApiKeyRow, KeySort, KeyState> = {
  textOf: (key) => `${key.name} ${key.key_masked} ${key.basic_path}`,
  sortValueOf: (key, sort) =>
    ({ created: key.created_at, name: key.name, used: key.last_used, expires: key.expires_at })[
      sort
    ],
  isInState: (key, state) =>
    ({ active: !key.is_expired, expired: key.is_expired, guest: key.is_guest === 1 })[state],
};
