import type { AdminPrincipal, AnonymousPrincipal, HolderPrincipal } from '../principal.ts';

/**
 * The holder of an API key: the key's permission bits below its base path, `/` for
 * everywhere. Objects with more fields fit as well.
 *
 * @example
 * const key: ApiKeyPrincipal = { kind: 'apiKey', id: '42', permissions: 257, basePath: '/team' };
 */
export interface ApiKeyPrincipal extends HolderPrincipal<'apiKey'> {}

/**
 * Caller of any kind, for every question about Satchel. One of another kind counts as anonymous.
 *
 * @example
 * const principal: Principal = { kind: 'admin', id: '7f3c' };
 */
export type Principal = AnonymousPrincipal | AdminPrincipal | ApiKeyPrincipal;
