import type { AuditAction } from '@satchel/api-client/contract/audit-log';
import type { Caller } from './caller.ts';

/** Facts about an act that may be logged: never a secret, and never the value of a setting. */
export interface Act {
  readonly action: AuditAction;
  /** The name of what it was done to. */
  readonly target?: string | undefined;
  readonly details?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** Actor of an event with the address. */
export interface Actor {
  readonly caller: Caller;
  /** The caller's address. */
  readonly source: string;
  readonly agent?: string | undefined;
}

/** A secret that was wrong, or not looked at any more. */
export interface RefusedLogIn {
  readonly credential: 'password' | 'api_key' | 'share_password' | 's3_signature';
  /**
   * Name of the administrator that there is, or the slug of a share that there is. What else was typed
   * may be a password in the wrong field.
   */
  readonly target?: string | undefined;
  readonly source: string;
  readonly agent?: string | undefined;
}

/** Writer of the audit log. */
export interface AuditTrail {
  /**
   * Resolves when the act is stored. It has been done by then: where it cannot be noted the server's
   * log says so, and nobody's call fails.
   */
  record(act: Act, actor: Actor): Promise<void>;
  /** Counted, and stored together with others within seconds, so that a flood writes little. */
  refused(logIn: RefusedLogIn): void;
}
