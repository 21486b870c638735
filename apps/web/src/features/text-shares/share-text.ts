import { createTextShare } from '@satchel/api-client/contract/text-shares';
import { api } from '#shared/api/api.ts';
import { expiresAtOf } from '#shared/shares/expiry.ts';
import { plainFieldsOf, type ShareOptions } from '#shared/shares/share-options.ts';

export function shareText(content: string, options: ShareOptions) {
  return api.call(createTextShare, {
    body: {
      ...plainFieldsOf(options),
      content,
      slug: options.slug || null,
      password: options.password || null,
      expiresAt: expiresAtOf(options.expiryHours, Date.now()),
    },
  });
}
