import type { SessionEnd } from '@satchel/api-client';
import { readStored, readStoredJson, writeStored } from '#shared/storage/browser-storage.ts';

export interface KeyInfo {
  id: string;
  name: string;
  basic_path: string;
}

/** Current login (SPEC 4). */
export type Session =
  | { readonly kind: 'none' }
  | { readonly kind: 'admin'; readonly token: string }
  | {
      readonly kind: 'apiKey';
      readonly key: string;
      /** Permission bits (SPEC 3). */
      readonly permissions: number;
      readonly keyInfo: KeyInfo;
    };

/** Reason why a session ended. */
export type LogoutReason = SessionEnd;

const ADMIN_TOKEN = 'admin_token';
const API_KEY = 'api_key';
const API_KEY_PERMISSIONS = 'api_key_permissions';
const API_KEY_INFO = 'api_key_info';

const NO_SESSION: Session = { kind: 'none' };

let session: Session = readStoredSession();
let lastValidatedAtMs: number | null = null;
let isLoggingOut = false;
type SessionListener = (session: Session, reason: LogoutReason | null) => void;
const listeners = new Set<SessionListener>();
/**
 * Stored until a component subscribes, because route guards may end a session before any component is
 * mounted.
 */
let unheardReason: LogoutReason | null = null;
const logoutListeners = new Set<(reason: LogoutReason) => void>();

export function getSession(): Session {
  return session;
}

export function getLastValidatedAtMs(): number | null {
  return lastValidatedAtMs;
}

/** Stores a session that the server has just confirmed. */
export function setSession(next: Session, validatedAtMs: number): void {
  session = next;
  lastValidatedAtMs = validatedAtMs;
  storeSession(next);
  for (const listener of listeners) listener(session, null);
}

/**
 * Ends the session after `work`, which revokes the credential. In the meantime a response with 401 does not
 * end it, because the user would see that the session has expired.
 */
export async function endSessionAfter(work: () => Promise<unknown>): Promise<void> {
  isLoggingOut = true;
  try {
    await work();
  } finally {
    isLoggingOut = false;
    endSession('logout');
  }
}

export function endSession(reason: LogoutReason): void {
  if (session.kind === 'none' || isLoggingOut) return;
  session = NO_SESSION;
  lastValidatedAtMs = null;
  storeSession(session);
  for (const listener of listeners) listener(session, reason);
  if (logoutListeners.size === 0) unheardReason = reason;
  for (const listener of logoutListeners) listener(reason);
}

/**
 * Subscribes to session changes. The reason is null unless this tab ended a session, so also after a log-out
 * in another tab.
 */
export function subscribeToSession(listener: SessionListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function onLogout(listener: (reason: LogoutReason) => void): () => void {
  logoutListeners.add(listener);
  if (unheardReason) {
    const reason = unheardReason;
    unheardReason = null;
    listener(reason);
  }
  return () => logoutListeners.delete(listener);
}

/** Adopts the session of another tab that logged in or out. */
export function reloadStoredSession(): void {
  session = readStoredSession();
  lastValidatedAtMs = null;
  for (const listener of listeners) listener(session, null);
}

export function isSessionKey(key: string | null): boolean {
  return key === null || [ADMIN_TOKEN, API_KEY, API_KEY_PERMISSIONS].includes(key);
}

function readStoredSession(): Session {
  const token = readStored(ADMIN_TOKEN);
  if (token) return { kind: 'admin', token };
  const key = readStored(API_KEY);
  const keyInfo = readStoredJson(API_KEY_INFO);
  if (!key || !isKeyInfo(keyInfo)) return NO_SESSION;
  const permissions = Number(readStored(API_KEY_PERMISSIONS));
  return {
    kind: 'apiKey',
    key,
    keyInfo,
    permissions: Number.isSafeInteger(permissions) ? permissions : 0,
  };
}

/** Writes the key last, because other tabs read all four values when they see it change. */
function storeSession(next: Session): void {
  const key = next.kind === 'apiKey' ? next : null;
  if (key?.key !== readStored(API_KEY)) writeStored(API_KEY, null);
  writeStored(API_KEY_PERMISSIONS, key && String(key.permissions));
  writeStored(API_KEY_INFO, key && JSON.stringify(key.keyInfo));
  writeStored(ADMIN_TOKEN, next.kind === 'admin' ? next.token : null);
  if (key) writeStored(API_KEY, key.key);
}

function isKeyInfo(value: unknown): value is KeyInfo {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'name' in value &&
    typeof value.name === 'string' &&
    'basic_path' in value &&
    typeof value.basic_path === 'string'
  );
}
