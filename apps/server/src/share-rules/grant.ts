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

const PURPOSES = { share: 'grant', thumbnails: 'thumbnail-grant' } as const;

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
    const [expiry = '', signature = ''] = grant.split('.');
    const expiresAt = Number.parseInt(expiry, 36);
    const purpose = PURPOSES[scope];
    const isValid =
      expiresAt > now.getTime() && secretKey.verify(purpose, text(share, expiresAt), signature);
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
      const signature = secretKey.sign(PURPOSES[scope], text(share, expiresAt));
      return `${expiresAt.toString(36)}.${signature}`;
    },
    /** End of a grant of the scope in milliseconds since 1970; undefined if it is not valid. */
    endOf,
    isValid: (grant: string, share: GrantedShare, now: Date): boolean =>
      endOf(grant, share, now) !== undefined,
  };
}
