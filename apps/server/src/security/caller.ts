import type { ApiKeyPrincipal, DeliveryPrincipal } from '@satchel/api-client/permissions';
import type { AdminPrincipal, AnonymousPrincipal } from '@satchel/permissions';

/** Logged-in administrator. */
export interface AdminCaller extends AdminPrincipal {
  readonly name: string;
}

/** Holder of an API key. */
export interface ApiKeyCaller extends ApiKeyPrincipal {
  readonly name: string;
  /** Masked key, as lists show it (CONTRACT A2). */
  readonly keyMasked: string;
  readonly role: string;
  readonly isGuest: boolean;
}

export type AuthenticatedCaller = AdminCaller | ApiKeyCaller;

/** Sender of a delivery, by its upload token. Only some calls accept one (CONTRACT A7). */
export interface DeliveryCaller extends DeliveryPrincipal {
  readonly requestId: string;
  /** True once the sender has finished it, or its request is over; then it accepts no more files. */
  readonly isDone: boolean;
}

/** Caller that may upload files. */
export type UploadCaller = AuthenticatedCaller | DeliveryCaller;

/** Caller of a request. */
export type Caller = AnonymousPrincipal | AuthenticatedCaller;

/** Credential of a request, unchecked. */
export type Credential =
  | { readonly kind: 'adminToken'; readonly token: string }
  | { readonly kind: 'apiKey'; readonly key: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  | { readonly kind: 'uploadToken'; readonly token: string }
  | { readonly kind: 'unknown' };
