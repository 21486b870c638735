import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { once } from '#shared/api/once.ts';
import { useChange } from '#shared/api/use-change.ts';
import { type MountRow, mountListOptions } from '#shared/mounts/mount-queries.ts';
import { changesOf, type MountOptions, newMountOf } from './mount-options.ts';
import { renumbered } from './mount-order.ts';

export interface NewMountInput {
  options: MountOptions;
  sortOrder: number;
}

const LIST = mountListOptions().queryKey;

export const useCreateMount = () =>
  useChange(
    ({ options, sortOrder }: NewMountInput) =>
      client.mounts.create({ body: newMountOf(options, sortOrder) }, once()),
    LIST,
  );

export const useUpdateMount = () =>
  useChange(
    ({ id, options }: { id: string; options: MountOptions }) =>
      client.mounts.update({ params: { id }, body: changesOf(options) }),
    LIST,
  );

export const useDeleteMount = () =>
  useChange((id: string) => client.mounts.delete({ params: { id } }), LIST);

/** Runs changes one after another, so that two quick ones are stored in the right order. */
const SCOPE = { id: 'mounts' };

/** Updates the list immediately, and restores it if the server refuses the change. */
function useOptimisticList() {
  const queryClient = useQueryClient();
  return {
    async show(mounts: (current: readonly MountRow[]) => readonly MountRow[]) {
      await queryClient.cancelQueries({ queryKey: LIST });
      const before = queryClient.getQueryData(LIST);
      queryClient.setQueryData(LIST, [...mounts(before ?? [])]);
      return before;
    },
    restore: (before: MountRow[] | undefined) => queryClient.setQueryData(LIST, before),
    refetch: () => queryClient.invalidateQueries({ queryKey: LIST }),
  };
}

export function useToggleMount() {
  const list = useOptimisticList();
  return useMutation({
    scope: SCOPE,
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) =>
      client.mounts.update({ params: { id }, body: { is_active: isActive } }),
    onMutate: ({ id, isActive }) =>
      list.show((mounts) =>
        mounts.map((mount) =>
          mount.id === id ? { ...mount, is_active: isActive ? 1 : 0 } : mount,
        ),
      ),
    onError: (_error, _input, before) => list.restore(before),
    onSettled: list.refetch,
  });
}

export interface NewOrder {
  before: readonly MountRow[];
  after: readonly MountRow[];
}

export function useOrderMounts() {
  const list = useOptimisticList();
  return useMutation({
    scope: SCOPE,
    mutationFn: async ({ before, after }: NewOrder) => {
      for (const { id, sort_order } of renumbered(before, after)) {
        await client.mounts.update({ params: { id }, body: { sort_order } });
      }
    },
    onMutate: ({ after }) => list.show(() => after),
    onError: (_error, _input, before) => list.restore(before),
    onSettled: list.refetch,
  });
}
