import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * A change after which queries are read again, even if it failed, because a part of it may have been made. A
 * change that succeeds lasts until they are read.
 *
 * @param affected first parts of the keys of these queries
 */
export function useChange<Input = void, Done = unknown>(
  mutationFn: (input: Input) => Promise<Done>,
  ...affected: readonly QueryKey[]
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled(_done, error) {
      const reading = affected.map((queryKey) => queryClient.invalidateQueries({ queryKey }));
      return error ? undefined : Promise.all(reading);
    },
    // Drops input and response as soon as they are not shown, because some contain secrets.
    gcTime: 0,
  });
}
