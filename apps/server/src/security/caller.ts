import type { ApiKeyPrincipal } from '@satchel/api-client/permissions';
import type { AdminPrincipal, AnonymousPrincipal } from '@satchel/permissions';

/** An administrator who is logged in. */
export interface AdminCaller extends AdminPrincipal {
  readonly name: string;
}

/** A holder of an API key. */
export interface ApiKeyCaller extends ApiKeyPrincipal {
  readonly name: string;
  /** The key as lists show it (CONTRACT A2). */
  readonly keyMasked: string;
  readonly role: string;
  readonly isGuest: boolean;
}

export type AuthenticatedCaller = AdminCaller | ApiKeyCaller;

/** Caller of a request. */
export type Caller = AnonymousPrincipal | AuthenticatedCaller;

/** A credential as it came, unchecked. */
export type Credential =
  | { readonly kind: 'adminToken'; readonly token: string }
  | { readonly kind: 'apiKey'; readonly key: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  | { readonly kind: 'unknown' };
