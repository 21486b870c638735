import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';

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

/** Hashes a token or key for storage. They are random, so a fast hash is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
