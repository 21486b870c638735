import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { expiresAtOf } from '#shared/shares/expiry.ts';
import { plainFieldsOf, type ShareOptions } from '#shared/shares/share-options.ts';
import type { DetectedKind } from '#shared/text/detect-kind.ts';
import { textShareKeys } from './query-keys.ts';

export interface NewTextShare extends DetectedKind {
  content: string;
  options: ShareOptions;
}

/** In a file of its own, because Home needs none of the other mutations. */
export function useCreateTextShare() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    async mutationFn({ content, kind, language, options }: NewTextShare) {
      const body = {
        ...plainFieldsOf(options),
        content,
        kind,
        language,
        slug: options.slug || null,
        password: options.password || null,
        expiresAt: expiresAtOf(options.expiryHours, Date.now()),
      };
      // Home loads it later: nobody shares a text before the page is there.
      const { sendOrQueue } = await import('#shared/offline/send-or-queue.ts');
      return sendOrQueue('createPaste', '/api/paste', body, (given) =>
        client.pastes.create({ body }, given),
      );
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: textShareKeys.lists }),
  });
}
