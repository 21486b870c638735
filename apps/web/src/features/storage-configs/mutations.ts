import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { once } from '#shared/api/once.ts';
import { useChange } from '#shared/api/use-change.ts';
import { DASHBOARD_KEY } from '#shared/dashboard/dashboard-queries.ts';
import { storageConfigListOptions } from '#shared/storage-configs/storage-config-queries.ts';
import { changesOf, newStorageOf, type StorageOptions } from './storage-options.ts';

/** The list of storages, and the dashboard with their used capacity. */
const AFFECTED = [storageConfigListOptions().queryKey, DASHBOARD_KEY];

export const useCreateStorageConfig = () =>
  useChange(
    (options: StorageOptions) =>
      client.storageConfigs.create({ body: newStorageOf(options) }, once()),
    ...AFFECTED,
  );

export interface StorageUpdate {
  id: string;
  isEmbedded: boolean;
  options: StorageOptions;
}

export const useUpdateStorageConfig = () =>
  useChange(
    ({ id, isEmbedded, options }: StorageUpdate) =>
      client.storageConfigs.update({ params: { id }, body: changesOf(options, isEmbedded) }),
    ...AFFECTED,
  );

export const useDeleteStorageConfig = () =>
  useChange((id: string) => client.storageConfigs.delete({ params: { id } }), ...AFFECTED);

export const useSetDefaultStorageConfig = () =>
  useChange((id: string) => client.storageConfigs.setDefault({ params: { id } }), ...AFFECTED);

export type StorageTest = Awaited<ReturnType<typeof client.storageConfigs.test>>;

const lastTestKey = (id: string) => ['storage-tests', id];

export function useTestStorageConfig(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.storageConfigs.test({ params: { id } }),
    onSuccess: ({ success }) => queryClient.setQueryData(lastTestKey(id), success),
  });
}

/** Whether the last test in this tab passed; undefined if there was none. */
export function useLastTest(id: string): boolean | undefined {
  return useQuery<boolean>({
    queryKey: lastTestKey(id),
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  }).data;
}

export const useApplyCors = (id: string) =>
  useChange(() => client.storageConfigs.applyCors({ params: { id } }));
