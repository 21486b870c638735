import { nameWithSuffix, storedFileName } from '@satchel/api-client/contract/item-path';
import { normalizePath } from '@satchel/permissions';
import { AppError } from '#errors';
import { SHARES_PREFIX } from '#object-store/reserved-keys.ts';
import { randomAlphanumeric } from '#security/random.ts';

const MAX_KEY_BYTES = 1024;
const SUFFIX_LENGTH = 6;

/**
 * Key of a file share's object: outside of mounts (CONTRACT A6), in the config's folder and the wanted
 * folder, with a random suffix, so that it never equals another object's key (SECURITY 3).
 */
export function createObjectKey(
  defaultFolder: string,
  path: string | null | undefined,
  filename: string,
): string {
  const folder = normalizePath(`${defaultFolder}/${path ?? ''}`);
  if (!folder.ok) throw new AppError('file_shares.path_invalid');
  const name = nameWithSuffix(storedFileName(filename), `-${randomAlphanumeric(SUFFIX_LENGTH)}`);
  const below = folder.path === '/' ? '' : `${folder.path.slice(1)}/`;
  const key = `${SHARES_PREFIX}${below}${name}`;
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) throw new AppError('file_shares.path_invalid');
  return key;
}
