import type { Language } from '@satchel/api-client/messages';
import { serverMessage } from '@satchel/api-client/server-messages';
import type { BundleService } from '#features/bundles/service.ts';
import type { PlainPage } from '#http/content/link-cards.ts';

/** Items that the list has; the archive has all of them. */
const MAX_ITEMS = 200;
const TIMEOUT_MS = 5_000;

type Bundle = Awaited<ReturnType<BundleService['visits']['peek']>>;

export interface PlainBundles {
  readonly content: Pick<BundleService['content'], 'list'>;
  readonly countsOf: BundleService['countsOf'];
}

/**
 * Lists the top folder of a bundle until the app is there, and for browsers without JavaScript. Each link costs
 * a visit, and the list none, because programs that preview links read it, too. Undefined for a bundle with a
 * password or a limit.
 */
export async function plainBundle(
  { content, countsOf }: PlainBundles,
  bundle: Bundle,
  language: Language,
): Promise<PlainPage | undefined> {
  if (bundle.passwordHash !== null || bundle.maxViews !== null) return undefined;
  const { items } = await content.list(
    bundle,
    { limit: MAX_ITEMS },
    AbortSignal.timeout(TIMEOUT_MS),
  );
  const slug = encodeURIComponent(bundle.slug);
  const archive = `/api/bundle-archive/${slug}`;
  const stored = items.filter(({ state }) => state === 'stored');
  const links = stored.map(({ path, isDirectory }) =>
    isDirectory
      ? { href: `${archive}?${new URLSearchParams({ path })}`, text: `${path}/ (zip)` }
      : { href: `/api/bundle-file/${slug}/${encodePath(path)}?download=1`, text: path },
  );
  const { count } = (await countsOf([bundle.id]))(bundle.id);
  const all =
    bundle.folderPath !== null ? 'downloadAll' : count === 1 ? 'download' : 'downloadFiles';
  return {
    heading: bundle.title || serverMessage('cards.bundle', language),
    texts: [bundle.sender, bundle.message].flatMap((text) => text || []),
    ...(links.length > 0 && {
      action: { href: archive, text: serverMessage(`cards.${all}`, language, { count }) },
    }),
    links,
  };
}

const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/');
