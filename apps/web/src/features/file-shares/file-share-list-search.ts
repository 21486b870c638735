import { FILE_SHARE_SORTS, SHARE_STATES } from '@satchel/api-client/contract/limits';
import { defineListSearch } from '#shared/data-list/list-search.ts';

export const fileShareListSearch = defineListSearch({
  sorts: FILE_SHARE_SORTS,
  states: SHARE_STATES,
});
