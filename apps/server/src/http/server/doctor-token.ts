import type { SecretKey } from '#security/secret-key.ts';

const LIFETIME_MS = 60_000;
const PURPOSE = 'doctor';

/** Proves for a minute that the request is from `satchel doctor`, which knows the secret key. */
export function createDoctorToken(secretKey: SecretKey, now: Date): string {
  const until = String(now.getTime() + LIFETIME_MS);
  return `${until}.${secretKey.sign(PURPOSE, until)}`;
}

export function isDoctorToken(secretKey: SecretKey, token: string, now: Date): boolean {
  const [until = '', signature = ''] = token.split('.');
  return Number(until) > now.getTime() && secretKey.verify(PURPOSE, until, signature);
}
