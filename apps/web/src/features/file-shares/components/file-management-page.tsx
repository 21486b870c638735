import type { ListSearch } from '#shared/shares/management/list-search.ts';
export function FileManagementPage(_props: {
  search: ListSearch;
  onSearch: (search: ListSearch) => void;
}) {
  return null;
}
