import { normalizePath } from '@satchel/permissions';
import { AppError } from '#errors';
import { randomAlphanumeric } from '#security/random.ts';
import { safeName, withSuffix } from '#share-rules/file-name.ts';

const MAX_KEY_BYTES = 1024;
const SUFFIX_LENGTH = 6;

/**
 * Where a file share's object goes: the config's folder, the wanted folder, and the name with a
 * random suffix, so that no upload ever meets another's object (CONTRACT A5, SECURITY 3).
 */
export function createObjectKey(
  defaultFolder: string,
  path: string | null | undefined,
  filename: string,
): string {
  const folder = normalizePath(`${defaultFolder}/${path ?? ''}`);
  if (!folder.ok) throw new AppError('file_shares.path_invalid');
  const name = withSuffix(safeName(filename), `-${randomAlphanumeric(SUFFIX_LENGTH)}`);
  const key = `${folder.path === '/' ? '' : folder.path.slice(1)}/${name}`.replace(/^\//, '');
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) throw new AppError('file_shares.path_invalid');
  return key;
}
