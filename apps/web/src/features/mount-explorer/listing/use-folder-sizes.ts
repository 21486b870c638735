import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { folderSizesOptions } from '../queries.ts';

/** Sizes in bytes of a directory's folders by name; undefined until they are known, and if it is disabled. */
export function useFolderSizes(
  path: string,
  isEnabled: boolean,
): ReadonlyMap<string, number> | undefined {
  const { data } = useQuery({ ...folderSizesOptions(path), enabled: isEnabled });
  return useMemo(() => {
    if (!isEnabled || !data?.indexedAt) return undefined;
    return new Map(data.folders.map(({ name, size }) => [name, size]));
  }, [data, isEnabled]);
}
