import type { AuditArea, AuditExportQuery } from '@satchel/api-client/contract/audit-log';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import type { ListState } from '#shared/data-list/use-list-state.ts';
import { serverNow } from '#shared/environment/server-clock.ts';
import { type AuditFilter, type AuditSort, filterQueryOf } from './audit-list-search.ts';

export type AuditEvent = Awaited<ReturnType<typeof client.auditLog.list>>['data'][number];

type List = Pick<
  ListState<AuditSort, AuditArea, AuditFilter>,
  'page' | 'pageSize' | 'words' | 'order' | 'state' | 'filters'
>;

export function auditListOptions(list: List) {
  const { page, pageSize, words, order, state, filters } = list;
  return queryOptions({
    queryKey: ['private', 'audit-log', { page, pageSize, words, order, state, filters }],
    queryFn: async ({ signal }) => {
      const query = { page, limit: pageSize, order, ...narrowed(list) };
      const { data: rows, pagination } = await client.auditLog.list({ query }, { signal });
      return { rows, total: pagination.total };
    },
    placeholderData: keepPreviousData,
    // Always refetched, because users open the log to see the latest events.
    staleTime: 0,
  });
}

/** Fetches all pages of the list as a file. */
export async function fetchExport(
  list: Pick<List, 'words' | 'state' | 'filters'>,
  format: AuditExportQuery['format'],
): Promise<Blob> {
  const response = await client.auditLog.export({ query: { format, ...narrowed(list) } });
  return response.blob();
}

function narrowed({ words, state, filters }: Pick<List, 'words' | 'state' | 'filters'>) {
  return {
    ...(words && { search: words }),
    ...(state && { area: state }),
    ...filterQueryOf(filters, serverNow()),
  };
}
