/**
 * Caller without a credential, such as a visitor with a link.
 *
 * @example
 * const visitor: AnonymousPrincipal = { kind: 'anonymous' };
 */
export interface AnonymousPrincipal {
  /** Discriminates the principals. */
  readonly kind: 'anonymous';
}

/**
 * An administrator with every permission.
 *
 * @example
 * const admin: AdminPrincipal = { kind: 'admin', id: '7f3c' };
 */
export interface AdminPrincipal {
  /** Discriminates the principals. */
  readonly kind: 'admin';
  /** Id that is stored as the creator. */
  readonly id: string;
}

/**
 * Holder of permission bits below a base path: of a key, a user with roles, a token. Objects with more fields
 * fit as well.
 *
 * @typeParam Kind the kinds that an application declares as `holders`
 *
 * @example
 * const user: HolderPrincipal<'user'> = { kind: 'user', id: '7', permissions: 3, basePath: '/' };
 */
export interface HolderPrincipal<Kind extends string> {
  /** Discriminates the principals: one of the declared `holders`. */
  readonly kind: Kind;
  /** Unique among the holders of this kind. */
  readonly id: string;
  /** The bits of the granted permissions, added up. */
  readonly permissions: number;
  /** The path that everything granted is confined to; `/` for everywhere. */
  readonly basePath: string;
}

/**
 * Caller of any kind. One of a kind that was not declared counts as anonymous.
 *
 * @typeParam Kind the kinds that an application declares as `holders`
 *
 * @example
 * const asking: PrincipalOf<'user' | 'token'> = { kind: 'anonymous' };
 */
export type PrincipalOf<Kind extends string> =
  | AnonymousPrincipal
  | AdminPrincipal
  | HolderPrincipal<Kind>;

/**
 * The anonymous visitor, ready made.
 *
 * @example
 * const principal = token === null ? ANONYMOUS : await authenticate(token);
 */
export const ANONYMOUS: AnonymousPrincipal = { kind: 'anonymous' };
