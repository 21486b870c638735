import type { AuditAction } from '@satchel/api-client/contract/audit-log';
import type { Caller } from './caller.ts';

/** Facts about an act that may be logged: never a secret, and never the value of a setting. */
export interface Act {
  readonly action: AuditAction;
  /** Name of the item that the act concerns. */
  readonly target?: string | undefined;
  readonly details?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** Actor of an event with the address. */
export interface Actor {
  readonly caller: Caller;
  /** Address of the caller. */
  readonly source: string;
  readonly agent?: string | undefined;
}

/** Log-in with a wrong secret, or one that was refused unchecked. */
export interface RefusedLogIn {
  readonly credential: 'password' | 'api_key' | 'share_password' | 's3_signature';
  /**
   * Name of an existing administrator, or slug of an existing share. Other input is left out, because
   * it may be a password in the wrong field.
   */
  readonly target?: string | undefined;
  readonly source: string;
  readonly agent?: string | undefined;
}

/** Writer of the audit log. */
export interface AuditTrail {
  /**
   * Resolves when the event is stored. The act has been done by then, so a failure is only logged, and
   * the call succeeds.
   */
  record(act: Act, actor: Actor): Promise<void>;
  /**
   * Counts a refusal, and stores it together with others within seconds, so that a flood writes little.
   */
  refused(logIn: RefusedLogIn): void;
}
