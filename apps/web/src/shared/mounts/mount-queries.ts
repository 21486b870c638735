import { queryOptions } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';

/** Mounts are named by several features: their own page, keys that are confined to one, the palette. */
export const mountKeys = {
  all: ['private', 'mounts'],
  list: ['private', 'mounts', 'list'],
} as const;

export type MountRow = Awaited<ReturnType<typeof client.mounts.list>>[number];

/** Every mount, inactive ones too, in their order; for administrators. */
export function mountListOptions() {
  return queryOptions({
    queryKey: mountKeys.list,
    queryFn: ({ signal }) => client.mounts.list({}, { signal }),
  });
}
