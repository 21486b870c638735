import { createOwnedAtom } from '#shared/session/owned-atom.ts';
import type { EditableShare } from '../options/share-options.ts';
import { bundleShareUrl, fileShareUrl, textShareUrl } from '../share-address.ts';

/** Options of a link that its result shows. */
export type LinkFacts = Pick<EditableShare, 'slug' | 'expires_at' | 'max_views' | 'has_password'>;

/** A new link. */
export interface NewLink extends LinkFacts {
  readonly kind: 'text' | 'file' | 'bundle';
  readonly id: string;
}

/** Content of the result sheet. */
export interface ShareResult {
  /** The link; absent if an upload makes it. */
  readonly link?: NewLink;
  /** Upload whose progress and link the sheet shows. */
  readonly taskId?: string;
  /** Copy of the link that has begun; absent if the link is not copied by itself. */
  readonly copying?: Promise<unknown>;
}

/** The result that is shown, on whatever page the user is. Null for none. */
export const shareResult = createOwnedAtom<ShareResult | null>(() => null);

export function showResult(result: ShareResult): void {
  // Avoids an "unhandled rejection" where the browser refuses to copy; the sheet only lacks its note then.
  result.copying?.catch(() => undefined);
  shareResult.set(() => result);
}

const URL_OF = { text: textShareUrl, file: fileShareUrl, bundle: bundleShareUrl };

export function urlOf({ kind, slug }: Pick<NewLink, 'kind' | 'slug'>): string {
  return URL_OF[kind](slug);
}

/** Options of a link by the names that text shares have. */
interface CamelFacts {
  readonly slug: string;
  readonly expiresAt: string | null;
  readonly maxViews: number | null;
  readonly hasPassword: boolean;
}

/** The link of an own share, as the server has stored it. */
export function newLinkOf(
  kind: NewLink['kind'],
  share: (LinkFacts | CamelFacts) & { id: string },
): NewLink {
  const { id, slug } = share;
  const facts =
    'has_password' in share
      ? share
      : {
          expires_at: share.expiresAt,
          max_views: share.maxViews,
          has_password: share.hasPassword,
        };
  const { expires_at, max_views, has_password } = facts;
  return { kind, id, slug, expires_at, max_views, has_password };
}
