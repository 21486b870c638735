import { queryOptions } from '@tanstack/react-query';

/** Query for data that requires a login; the end of the session removes the response. */
export function privateQuery<Data>(
  key: readonly string[],
  read: (options: { signal: AbortSignal }) => Promise<Data>,
) {
  return queryOptions({
    queryKey: ['private', ...key],
    queryFn: ({ signal }) => read({ signal }),
  });
}
