import { createCipheriv, randomBytes } from 'node:crypto';

/**
 * The key with which every rclone hides passwords in its configuration from people who look over
 * one's shoulder. It is public, and protects from nothing else.
 */
const RCLONE_KEY = Buffer.from(
  '9c935b48730a554d6bfd7c63c886a92bd390198eb8128afbf4de162b8b95f638',
  'hex',
);

/**
 * A password as `rclone obscure` writes it: AES-256 in counter mode, behind its initial counter, in
 * URL-safe base64.
 */
export function obscure(password: string, initialCounter: Buffer = randomBytes(16)): string {
  const cipher = createCipheriv('aes-256-ctr', RCLONE_KEY, initialCounter);
  const hidden = Buffer.concat([initialCounter, cipher.update(password, 'utf8'), cipher.final()]);
  return hidden.toString('base64url');
}
