import { SHARE_STATES, TEXT_SHARE_SORTS } from '@satchel/api-client/contract/limits';
import { defineListSearch } from '#shared/data-list/list-search.ts';

export const textShareListSearch = defineListSearch({
  sorts: TEXT_SHARE_SORTS,
  states: SHARE_STATES,
});
