import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { plainFieldsOf, type ShareOptions } from '#shared/shares/share-options.ts';

export interface EntryShareOptions extends ShareOptions {
  /** Whether its bytes go through the server. */
  readonly useProxy: boolean;
}

/** Shares a file of a mount where it lies, in one call, so that it is never open without its password. */
export function useShareEntry(path: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (options: EntryShareOptions) => {
      const { remark, maxViews } = plainFieldsOf(options);
      const body = {
        path,
        remark,
        slug: options.slug,
        password: options.password,
        max_views: maxViews,
        expires_in: Number(options.expiryHours),
        use_proxy: options.useProxy,
      };
      return client.fs.share({ body });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['private', 'file-shares'] }),
  });
}
