import { queryClient } from '#shared/api/query-client.ts';
import { explorerKeys } from '../queries.ts';

/** How long changes are collected before directories are read again: many may end at once. */
const READ_AFTER_MS = 300;

let reading: Promise<void> | undefined;

/** Reads the directories that are shown again, in a moment. Resolves when that is done. */
export function readDirectoriesAgain(): Promise<void> {
  reading ??= new Promise<void>((resolve) => {
    setTimeout(() => {
      reading = undefined;
      resolve(queryClient.invalidateQueries({ queryKey: explorerKeys.directories }));
    }, READ_AFTER_MS);
  });
  return reading;
}
