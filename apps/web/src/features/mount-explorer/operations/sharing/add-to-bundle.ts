import { showToast } from '@satchel/ui/feedback/toast-store';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client } from '#shared/api/client.ts';
import { ToldError } from '#shared/errors/told-error.ts';
import { ownKeyOf } from '#shared/shares/share-queries.ts';
import type { Entry } from '../../queries.ts';

/** The newest own bundles that match the words, without those that show a folder. */
export function openBundlesOptions(words: string) {
  return queryOptions({
    queryKey: [...ownKeyOf('bundles'), 'open', words],
    queryFn: async ({ signal }) => {
      const query = { limit: 50, offset: 0, ...(words && { search: words }) };
      const { bundles } = (await client.bundles.list({ query }, { signal })).data;
      return bundles.filter((bundle) => !bundle.is_folder);
    },
    placeholderData: keepPreviousData,
  });
}

/** Adds entries of mounts to the bundle with an id. */
export function useAddToBundle(entries: readonly Entry[]) {
  const { t } = useTranslation('explorer');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      addToBundle(
        id,
        entries.map(({ path }) => path),
      ),
    onSuccess: (count) => showToast('success', t('share.added', { count })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ownKeyOf('bundles') }),
  });
}

/**
 * Adds paths to a bundle, and shows why some were not added.
 *
 * @returns number of items that were added
 * @throws {ToldError} if none was added
 */
export async function addToBundle(id: string, paths: string[]): Promise<number> {
  const { paths: added, failed } = await client.bundles.addItems({
    params: { id },
    body: { paths },
  });
  const [problem] = failed;
  if (added.length === 0 && problem) throw new ToldError(problem.error);
  if (problem) showToast('error', problem.error);
  return added.length;
}
