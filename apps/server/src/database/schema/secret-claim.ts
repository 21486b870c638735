import { claimOf, type SecretKey } from '#security/secret-key.ts';
import { StartError } from '#start-error';
import type { SchemaConnection } from '../schema-connection.ts';
import type { Claim } from './claims.ts';

const REFUSAL =
  'SECRET_KEY: the secrets in the database were encrypted with another key; it has to be the one that they were encrypted with, on every replica';

/** Claim that all processes on a database have one secret key. */
export function claimOfSecret(secretKey: SecretKey): Claim {
  return {
    key: 'secret_key.claim',
    value: claimOf(secretKey),
    refusal: REFUSAL,
    assertFits: (connection) => assertOpens(connection, secretKey),
  };
}

/**
 * Checks that the key decrypts the stored secrets. The embedded store's secret counts only if there is
 * no other, because versions without claims encrypted it again at every start, even with a wrong key.
 */
async function assertOpens(connection: SchemaConnection, secretKey: SecretKey): Promise<void> {
  const rows = await connection.query(
    'SELECT "is_embedded", "secret_access_key_encrypted" FROM "storage_configs"',
  );
  const external = rows.filter((row) => !row.is_embedded);
  const sealed = external.length > 0 ? external : rows;
  if (sealed.length === 0) return;
  if (!sealed.some((row) => opens(secretKey, String(row.secret_access_key_encrypted)))) {
    throw new StartError(REFUSAL);
  }
}

function opens(secretKey: SecretKey, sealed: string): boolean {
  try {
    secretKey.decrypt(sealed);
    return true;
  } catch {
    return false;
  }
}
