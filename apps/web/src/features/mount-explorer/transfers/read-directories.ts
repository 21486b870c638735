import { collectCalls } from '#shared/api/collect-calls.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { explorerKeys } from '../queries.ts';

/** Reads the directories that are shown again, in a moment. */
export const readDirectoriesAgain = collectCalls(300, () =>
  queryClient.invalidateQueries({ queryKey: explorerKeys.directories }),
);
