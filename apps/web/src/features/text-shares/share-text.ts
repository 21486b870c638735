import { createTextShare } from '@satchel/api-client/contract/text-shares';
import { api } from '#shared/api/api.ts';
import { expiresAtOf } from '#shared/shares/expiry.ts';
import { maxViewsOf, type ShareOptions } from '#shared/shares/share-options.ts';

export function shareText(content: string, options: ShareOptions) {
  return api.call(createTextShare, {
    body: {
      content,
      slug: options.slug || null,
      remark: options.remark || null,
      password: options.password || null,
      maxViews: maxViewsOf(options.maxViews),
      expiresAt: expiresAtOf(options.expiryHours, Date.now()),
    },
  });
}
