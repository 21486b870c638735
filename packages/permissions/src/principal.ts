/**
 * Nobody in particular: a visitor with a share link.
 *
 * @example
 * const visitor: AnonymousPrincipal = { kind: 'anonymous' };
 */
export interface AnonymousPrincipal {
  readonly kind: 'anonymous';
}

/**
 * An administrator, who may do everything.
 *
 * @example
 * const admin: AdminPrincipal = { kind: 'admin', id: '7f3c' };
 */
export interface AdminPrincipal {
  readonly kind: 'admin';
  readonly id: string;
}

/**
 * The holder of an API key: the key's permission bits below its base path, `/` for
 * everywhere. Objects with more fields fit as well.
 *
 * @example
 * const key: ApiKeyPrincipal = { kind: 'apiKey', id: '42', permissions: 257, basePath: '/team' };
 */
export interface ApiKeyPrincipal {
  readonly kind: 'apiKey';
  readonly id: string;
  readonly permissions: number;
  readonly basePath: string;
}

/**
 * Who is asking. Every question of this package takes one.
 *
 * @example
 * const principal: Principal = { kind: 'admin', id: '7f3c' };
 */
export type Principal = AnonymousPrincipal | AdminPrincipal | ApiKeyPrincipal;

/**
 * The anonymous visitor, ready made.
 *
 * @example
 * const principal = token === null ? ANONYMOUS : await authenticate(token);
 */
export const ANONYMOUS: AnonymousPrincipal = { kind: 'anonymous' };
