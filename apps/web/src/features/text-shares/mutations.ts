import { isApiError } from '@satchel/api-client/api-error';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { newKey } from '#shared/environment/new-key.ts';
import { serverNow } from '#shared/environment/server-clock.ts';
import { sendOrQueue } from '#shared/offline/send-or-queue.ts';
import { expiresAtOf } from '#shared/shares/options/expiry.ts';
import { plainFieldsOf, type ShareOptions } from '#shared/shares/options/share-options.ts';
import type { ShareChanges } from '#shared/shares/share-changes.ts';
import { useShareUpdate } from '#shared/shares/share-queries.ts';
import type { DetectedKind } from '#shared/text/detect-kind.ts';
import { textShareQueries } from './queries.ts';

export interface NewTextShare extends DetectedKind {
  content: string;
  options: ShareOptions;
}

/** Loads its code late, because few texts expire; without a network it is the time by the last reply. */
const timeOfServer = () =>
  import('#shared/environment/server-time.ts').then(
    ({ readServerTime }) => readServerTime(),
    serverNow,
  );

async function bodyOf({ content, kind, language, options }: NewTextShare) {
  const { expiryHours, slug, password } = options;
  const nowMs = expiryHours === '0' ? 0 : await timeOfServer();
  return {
    ...plainFieldsOf(options),
    content,
    kind,
    language,
    slug: slug || null,
    password: password || null,
    expiresAt: expiresAtOf(expiryHours, nowMs),
  };
}

/** Attempt without a success; sent again as it was, because it may have made a link although a proxy says 502. */
let unsure: { share: string; body: Awaited<ReturnType<typeof bodyOf>>; key: string } | undefined;

async function create(given: NewTextShare) {
  const share = JSON.stringify(given);
  if (unsure?.share !== share) {
    unsure = { share, body: await bodyOf(given), key: newKey() };
  }
  const { body, key } = unsure;
  try {
    const created = await sendOrQueue(
      'createPaste',
      '/api/paste',
      body,
      (options) => client.textShares.create({ body }, options),
      key,
    );
    unsure = undefined;
    return created;
  } catch (error) {
    // The server refused it, so nothing was made.
    if (isApiError(error) && error.status >= 400 && error.status < 500) unsure = undefined;
    throw error;
  }
}

/** @param onSent called with the text when the server has it, or when it is queued */
export function useCreateTextShare(onSent: (content: string) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: create,
    onSuccess(share, { content }) {
      onSent(content);
      // Loads later, because the page does not need it before; offline, the queue tells the link.
      if (share) void import('./show-text-link.ts').then(({ showTextLink }) => showTextLink(share));
      return queryClient.invalidateQueries({ queryKey: textShareQueries.keys.lists });
    },
  });
}

export function useUnlockTextShare(slug: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (password: string) =>
      client.textShares.unlock({ params: { slug }, body: { password } }),
    onSuccess: (share) => queryClient.setQueryData(textShareQueries.content(slug).queryKey, share),
  });
}

export interface TextShareUpdate extends DetectedKind {
  id: string;
  content: string;
  changes: ShareChanges;
  /** `updated_at` of the edited version; null to overwrite any version. */
  version: string | null;
}

export const useUpdateTextShare = () =>
  useShareUpdate(
    textShareQueries.keys,
    ({ id, content, kind, language, changes, version }: TextShareUpdate) => {
      const { slug, removesPassword, resetsViews, ...fields } = changes;
      const body = {
        ...fields,
        content,
        kind,
        language,
        newSlug: slug,
        clearPassword: removesPassword,
        resetViews: resetsViews,
        expectedUpdatedAt: version ?? undefined,
      };
      return sendOrQueue('updatePaste', `/api/pastes/${id}`, body, (given) =>
        client.textShares.update({ params: { id }, body }, given),
      );
    },
  );
