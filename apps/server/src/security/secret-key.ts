import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#start-error';
import { readOrCreateValue } from './kept-value.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

export type SecretKey = ReturnType<typeof createSecretKey>;

/** Uses of the server's one secret; each purpose has its own derived key. */
export function createSecretKey(secret: string) {
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, 'satchel', purpose, 32));
  const encryptionKey = keyFor('encrypt');
  const signingKeys = new Map<string, Buffer>();
  /** HMAC-SHA256, base64url, under a key for `purpose`. */
  const sign = (purpose: string, text: string) => {
    const key = signingKeys.get(purpose) ?? keyFor(`sign:${purpose}`);
    signingKeys.set(purpose, key);
    return createHmac('sha256', key).update(text).digest('base64url');
  };
  return {
    /**
     * AES-256-GCM, base64. For storage secrets at rest (CONTRACT A2).
     *
     * @param context text without which it cannot be decrypted
     */
    encrypt(text: string, context = ''): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
    },
    decrypt(sealed: string, context = ''): string {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, IV_BYTES));
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
      return Buffer.concat(text).toString('utf8');
    },
    sign,
    verify(purpose: string, text: string, signature: string): boolean {
      const expected = Buffer.from(sign(purpose, text));
      const actual = Buffer.from(signature);
      return expected.length === actual.length && timingSafeEqual(expected, actual);
    },
    /** Derives a secret that is always the same for one key. */
    derive: (purpose: string) => keyFor(`derive:${purpose}`).toString('hex'),
  };
}

/** Value that identifies a secret key and reveals nothing about it. */
export function claimOf(secretKey: SecretKey): string {
  return secretKey.sign('claim', 'satchel');
}

/**
 * Reads the secret of the data folder, or creates one on the first start.
 *
 * @throws {StartError} if the folder has a database but not the secret that it was created with
 */
export function readOrCreateSecret(dataDirectory: string): Promise<string> {
  return readOrCreateValue(join(dataDirectory, 'secret.key'), () => {
    if (existsSync(join(dataDirectory, 'satchel.db'))) {
      throw new StartError(
        `SECRET_KEY: ${dataDirectory} has a database, but not the secret.key that it was made with; put the file back, or set SECRET_KEY to what it was`,
      );
    }
    return randomBytes(32).toString('hex');
  });
}
