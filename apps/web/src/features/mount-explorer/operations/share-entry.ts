import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { client } from '#shared/api/client.ts';
import { expiresAtOf } from '#shared/shares/expiry.ts';
import { plainFieldsOf, type ShareOptions } from '#shared/shares/share-options.ts';

export interface EntryShareOptions extends ShareOptions {
  /** Whether its bytes go through the server. */
  readonly useProxy: boolean;
}

interface Unfinished {
  readonly id: string;
  readonly slug: string;
}

/**
 * Shares a file of a mount where it lies. The share is made first and gets its options then: where those
 * are refused, such as a link that is taken, it is the same share that gets others; and where nobody
 * tries again, it goes.
 */
export function useShareEntry(path: string) {
  const queryClient = useQueryClient();
  const unfinished = useRef<Unfinished | null>(null);
  useEffect(
    () => () => {
      const left = unfinished.current;
      unfinished.current = null;
      if (left) client.fileShares.delete({ body: { ids: [left.id] } }).catch(() => {});
    },
    [],
  );
  return useMutation({
    mutationFn: async (options: EntryShareOptions) => {
      if (!unfinished.current) {
        const { fileId, slug } = await client.fs.share({ body: { path } });
        unfinished.current = { id: fileId, slug };
      }
      const { id, slug } = unfinished.current;
      const { remark, maxViews } = plainFieldsOf(options);
      const expiresAt = expiresAtOf(options.expiryHours, Date.now());
      const body = {
        remark,
        max_views: maxViews,
        expires_at: expiresAt,
        use_proxy: options.useProxy,
        ...(options.slug && { slug: options.slug }),
        ...(options.password && { password: options.password }),
      };
      await client.fileShares.update({ params: { id }, body });
      unfinished.current = null;
      return { slug: options.slug || slug, expiresAt, maxViews, hasPassword: !!options.password };
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['private', 'file-shares'] }),
  });
}
