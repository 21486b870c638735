import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { DASHBOARD_KEY } from '#shared/dashboard/dashboard-queries.ts';
import { storageConfigListOptions } from '#shared/storage-configs/storage-config-queries.ts';
import { changesOf, newStorageOf, type StorageOptions } from './storage-options.ts';

/** Returns a function that reloads the list of storages, and the dashboard with their used capacity. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries(storageConfigListOptions()),
      queryClient.invalidateQueries({ queryKey: DASHBOARD_KEY }),
    ]);
}

export function useCreateStorageConfig() {
  return useMutation({
    mutationFn: (options: StorageOptions) =>
      client.storageConfigs.create({ body: newStorageOf(options) }),
    onSuccess: useRefresh(),
    // Drops the variables immediately, because they contain the secret.
    gcTime: 0,
  });
}

export interface StorageUpdate {
  id: string;
  isEmbedded: boolean;
  options: StorageOptions;
}

export function useUpdateStorageConfig() {
  return useMutation({
    mutationFn: ({ id, isEmbedded, options }: StorageUpdate) =>
      client.storageConfigs.update({ params: { id }, body: changesOf(options, isEmbedded) }),
    onSuccess: useRefresh(),
    gcTime: 0,
  });
}

export function useDeleteStorageConfig() {
  return useMutation({
    mutationFn: (id: string) => client.storageConfigs.delete({ params: { id } }),
    onSuccess: useRefresh(),
  });
}

export function useSetDefaultStorageConfig() {
  return useMutation({
    mutationFn: (id: string) => client.storageConfigs.setDefault({ params: { id } }),
    onSuccess: useRefresh(),
  });
}

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

export function useApplyCors(id: string) {
  return useMutation({
    mutationFn: () => client.storageConfigs.applyCors({ params: { id } }),
  });
}
