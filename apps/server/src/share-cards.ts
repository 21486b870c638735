import { languageOf } from '@satchel/api-client/messages';
import { serverMessage } from '@satchel/api-client/server-messages';
import type { BundleService } from '#features/bundles/service.ts';
import type { FileShareService } from '#features/file-shares/service.ts';
import type { SettingService } from '#features/settings/service.ts';
import type { TextShareService } from '#features/text-shares/service.ts';
import type { DescribeLink, LinkCard, PlainLink } from '#http/content/link-cards.ts';
import { isGuarded } from '#share-rules/limits.ts';
import { type PlainBundles, plainBundle } from './plain-bundle.ts';

const SHARE_PATH = /^\/(paste|file|share)\/([\w-]{1,64})$/;

/** Time that a page waits for a bundle's storage before it is sent without a card. */
const TIMEOUT_MS = 5_000;

/**
 * Cards of share links. They contain only what is public before opening: for a locked share nothing
 * that the owner wrote, for any share nothing of its content. They spend no view (CONTRACT A6).
 */
export function createShareCards(services: {
  readonly textShares: Pick<TextShareService, 'peek'>;
  readonly fileShares: { readonly content: Pick<FileShareService['content'], 'peek'> };
  readonly bundles: {
    readonly visits: Pick<BundleService['visits'], 'peek'>;
  } & PlainBundles;
  readonly settings: Pick<SettingService, 'get'>;
}): DescribeLink {
  return async (pathname, acceptLanguage) => {
    const [, kind, slug] = SHARE_PATH.exec(pathname) ?? [];
    if (kind === undefined || slug === undefined) return undefined;
    const say = (name: 'text' | 'file' | 'bundle' | 'locked') =>
      serverMessage(`cards.${name}`, languageOf(acceptLanguage));
    const site = await services.settings.get('site_title');
    const card = (title: string | null, fallback: string, isLocked: boolean): LinkCard =>
      isLocked
        ? { title: fallback, description: `${say('locked')} · ${site}` }
        : { title: title || fallback, description: title ? `${fallback} · ${site}` : site };
    try {
      if (kind === 'paste') {
        const share = await services.textShares.peek(slug);
        const described = card(share.remark, say('text'), share.passwordHash !== null);
        return plainly(share, described, { href: `/api/raw/${slug}`, text: say('text') });
      }
      if (kind === 'share') {
        const { bundles } = services;
        const bundle = await bundles.visits.peek(slug, AbortSignal.timeout(TIMEOUT_MS));
        const plain = await plainBundle(bundles, bundle, languageOf(acceptLanguage));
        const described = card(bundle.title, say('bundle'), bundle.passwordHash !== null);
        return plain ? { ...described, plain } : described;
      }
      const share = await services.fileShares.content.peek(slug);
      const title = share.remark || share.filename;
      const described = card(title, say('file'), share.passwordHash !== null);
      return plainly(share, described, {
        href: `/api/file-download/${slug}`,
        text: share.filename,
      });
    } catch {
      // The share does not exist; the page says so.
      return undefined;
    }
  };
}

/**
 * Adds the only link of a text or file, for browsers without JavaScript. The link costs a view, so a share
 * with a limit gets none; nor does one with a password, which the link could not ask for.
 */
function plainly(
  share: { readonly passwordHash: string | null; readonly maxViews: number | null },
  card: LinkCard,
  link: PlainLink,
): LinkCard {
  if (isGuarded(share)) return card;
  return { ...card, plain: { heading: card.title, links: [link], isFallback: true } };
}
