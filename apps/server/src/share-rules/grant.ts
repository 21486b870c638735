import type { SecretKey } from '#security/secret-key.ts';

/** CONTRACT A3: time for which a counted view may be used. */
export const GRANT_LIFETIME_MS = 60 * 60 * 1000;

/** Values that a grant is bound to. Any change of the share ends its grants. */
export interface GrantedShare {
  readonly id: string;
  readonly updatedAt: Date;
  readonly expiresAt: Date | null;
}

export type Grants = ReturnType<typeof createGrants>;

/** Contents that a grant opens: everything in the share, or only thumbnails of its pictures. */
export type GrantScope = 'share' | 'thumbnails';

const SCOPES = {
  share: { prefix: '', purpose: 'grant' },
  thumbnails: { prefix: 't-', purpose: 'thumbnail-grant' },
} as const;

/**
 * Proof that a view was counted, as part of the URLs that the counting call returns. A grant for thumbnails
 * proves nothing: it is for the page that the server writes of a link that anybody may open any number of times.
 */
export function createGrants(secretKey: SecretKey) {
  const text = (share: GrantedShare, expiresAt: number) =>
    `${share.id}:${share.updatedAt.getTime()}:${expiresAt}`;
  const endOf = (
    grant: string,
    share: GrantedShare,
    now: Date,
    scope: GrantScope = 'share',
  ): number | undefined => {
    const { prefix, purpose } = SCOPES[scope];
    const [expiry = '', signature = ''] = grant.slice(prefix.length).split('.');
    const expiresAt = Number.parseInt(expiry, 36);
    const isValid =
      grant.startsWith(prefix) &&
      expiresAt > now.getTime() &&
      secretKey.verify(purpose, text(share, expiresAt), signature);
    return isValid ? expiresAt : undefined;
  };
  return {
    /** @param lifetimeMs an hour by default; never longer than the share lasts */
    issue(
      share: GrantedShare,
      now: Date,
      lifetimeMs: number = GRANT_LIFETIME_MS,
      scope: GrantScope = 'share',
    ): string {
      const end = now.getTime() + lifetimeMs;
      const expiresAt = Math.min(end, share.expiresAt?.getTime() ?? end);
      const { prefix, purpose } = SCOPES[scope];
      const signature = secretKey.sign(purpose, text(share, expiresAt));
      return `${prefix}${expiresAt.toString(36)}.${signature}`;
    },
    /** True for a grant for thumbnails, whether or not it is valid. */
    isForThumbnails: (grant: string): boolean => grant.startsWith(SCOPES.thumbnails.prefix),
    /** End of a grant of the scope in milliseconds since 1970; undefined if it is not valid. */
    endOf,
    isValid: (grant: string, share: GrantedShare, now: Date): boolean =>
      endOf(grant, share, now) !== undefined,
  };
}
