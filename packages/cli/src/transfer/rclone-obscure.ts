import { createCipheriv, randomBytes } from 'node:crypto';

/**
 * Public key with which every rclone obscures passwords in its configuration. It only hides them from people
 * who look at the screen.
 */
const RCLONE_KEY = Buffer.from(
  '9c935b48730a554d6bfd7c63c886a92bd390198eb8128afbf4de162b8b95f638',
  'hex',
);

/**
 * Obscures a password like `rclone obscure`: AES-256 in counter mode, preceded by its initial counter, in
 * URL-safe base64.
 */
export function obscure(password: string, initialCounter: Buffer = randomBytes(16)): string {
  const cipher = createCipheriv('aes-256-ctr', RCLONE_KEY, initialCounter);
  const hidden = Buffer.concat([initialCounter, cipher.update(password, 'utf8'), cipher.final()]);
  return hidden.toString('base64url');
}
