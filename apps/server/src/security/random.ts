import { createHash, randomBytes, randomInt, randomUUID, randomUUIDv7 } from 'node:crypto';

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Letters and digits, each equally likely; for slugs and name suffixes. */
export function randomAlphanumeric(length: number, characters = ALPHANUMERIC): string {
  return Array.from({ length }, () => characters.charAt(randomInt(characters.length))).join('');
}

/** 256 random bits, for tokens and keys (CONTRACT A2 asks for 192). */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

export function randomId(): string {
  return randomUUID();
}

/**
 * For rows of tables that grow: a UUID of version 7 (RFC 9562 section 5.7) begins with the time. Rows made one
 * after the other stand side by side in every index, and a commit writes a few pages of it instead of one per row.
 */
export function orderedId(): string {
  return randomUUIDv7();
}

/** Hashes a token or key for storage. They are random, so a fast hash is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
