import { queryOptions } from '@tanstack/react-query';

/** Query for what somebody who is logged in may see; the reply is removed when the session ends. */
export function privateQuery<Data>(
  key: readonly string[],
  read: (options: { signal: AbortSignal }) => Promise<Data>,
) {
  return queryOptions({
    queryKey: ['private', ...key],
    queryFn: ({ signal }) => read({ signal }),
  });
}
