import { collectCalls } from '#shared/api/collect-calls.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { explorerKeys } from '../queries.ts';

/** Reloads the visible directories. It collects calls for 300 ms. */
export const readDirectoriesAgain = collectCalls(300, () =>
  queryClient.invalidateQueries({ queryKey: explorerKeys.directories }),
);
