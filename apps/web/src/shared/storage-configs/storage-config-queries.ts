import { client } from '#shared/api/client.ts';
import { privateQuery } from '#shared/api/private-query.ts';

export type StorageConfigRow = Awaited<ReturnType<typeof client.storageConfigs.list>>[number];

/** All storages, with the default one first. */
export const storageConfigListOptions = () =>
  privateQuery(['storage-configs', 'list'], (options) => client.storageConfigs.list({}, options));
