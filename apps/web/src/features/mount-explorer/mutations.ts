import { isApiError } from '@satchel/api-client/api-error';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { client } from '#shared/api/client.ts';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { offerUndo } from '#shared/undo/undo-key.ts';
import { childPath, parentOf } from './entry-path.ts';
import { type EntryPages, replaceEntries } from './listing/entry-pages.ts';
import { hasUnconfirmedRename, renameInOrder } from './listing/unconfirmed-renames.ts';
import { directoryOptions, type Entry, explorerKeys } from './queries.ts';
import { deleteBefore } from './transfers/delete-entries.ts';
import { refuseWhileFilling } from './transfers/uploads/refuse-while-filling.ts';
import { revealEntries } from './views/revealed-entries.ts';

/**
 * Whether the server refused a write because the name was taken, or the file had changed, in the meantime.
 */
export function isConflict(error: unknown): boolean {
  return isApiError(error) && error.code === 'file_system.changed';
}

/** Creates a folder, or an empty text file, under a free name. */
export function useMakeEntry(kind: 'folder' | 'text') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (path: string): Promise<unknown> => {
      await deleteBefore([path]);
      return kind === 'folder'
        ? client.fs.mkdir({ body: { path: `${path}/`, if_none_match: '*' } })
        : client.fs.write({ body: { path, content: '', if_none_match: '*' } });
    },
    onSuccess: (_, path) =>
      queryClient.invalidateQueries({ queryKey: explorerKeys.directory(parentOf(path)) }),
  });
}

export interface Rename {
  readonly entry: Entry;
  readonly name: string;
}

/**
 * Renames an entry within its directory. The list shows the new name immediately, and the old one if it
 * fails.
 */
export function useRenameEntry(directory: string) {
  const queryClient = useQueryClient();
  const { queryKey } = directoryOptions(directory);
  const replace = (path: string, by: Entry) =>
    queryClient.setQueryData<EntryPages>(queryKey, (data) => data && withEntry(data, path, by));
  const rename = useMutation({
    mutationFn: async ({ entry, name }: Rename) => {
      const body = { oldPath: entry.path, newPath: renamedPath(entry, name) };
      await renameInOrder(body.oldPath, body.newPath, async () => {
        await refuseWhileFilling([body.oldPath]);
        await deleteBefore([body.newPath], [body.oldPath]);
        await client.fs.run('rename', { body });
      });
    },
    onMutate: async ({ entry, name }) => {
      await queryClient.cancelQueries({ queryKey });
      // A storage may give the renamed file another ETag.
      const { etag: _, ...renamed } = { ...entry, name, path: renamedPath(entry, name) };
      replace(entry.path, renamed);
      return { startedMs: performance.now() };
    },
    onError: (error, { entry, name }) => {
      replace(renamedPath(entry, name), entry);
      showErrorToast(error);
    },
    onSuccess: (_, { entry, name }, { startedMs }) =>
      offerUndo({
        startedMs,
        done: i18next.t('explorer:rename.done', { name: plainName(name) }),
        label: i18next.t('transfers:delete.undo'),
        undo() {
          rename.mutate({
            entry: { ...entry, name, path: renamedPath(entry, name) },
            name: entry.name,
          });
          revealEntries([entry.path]);
        },
      }),
    // The last of several renames reads the lists again: before, they would show older names for a moment.
    onSettled: () =>
      hasUnconfirmedRename(directory)
        ? undefined
        : queryClient.invalidateQueries({ queryKey: explorerKeys.directories }),
  });
  return rename;
}

export function renamedPath({ path, isDirectory }: Entry, name: string): string {
  return childPath(parentOf(path), name) + (isDirectory ? '/' : '');
}

/**
 * Replaces one entry in the loaded pages; other pages stay the same objects. Changes nothing if another entry
 * already has the new path, because two rows with one path would have the same key.
 */
export function withEntry(data: EntryPages, path: string, by: Entry): EntryPages {
  const isShown = (wanted: string) =>
    data.pages.some(({ items }) => items.some((entry) => entry.path === wanted));
  if (path !== by.path && isShown(by.path)) return data;
  return replaceEntries(data, new Map([[path, by]]));
}
