import { client } from '#shared/api/client.ts';
import { privateQuery } from '#shared/api/private-query.ts';

export type MountRow = Awaited<ReturnType<typeof client.mounts.list>>[number];

/** All mounts in order, including inactive ones; for administrators. */
export const mountListOptions = () =>
  privateQuery(['mounts', 'list'], (options) => client.mounts.list({}, options));
