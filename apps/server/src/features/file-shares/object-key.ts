import { normalizePath } from '@satchel/permissions';
import { AppError } from '#errors';
import { randomAlphanumeric } from '#security/random.ts';

const MAX_KEY_BYTES = 1024;
const MAX_NAME_BYTES = 255;
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

/** The last segment of a name, without what keys and file systems cannot hold. */
export function safeName(filename: string): string {
  const base = filename.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const name = base.replace(/[\p{Cc}<>:"|?*]/gu, '_').trim();
  return name === '' || name === '.' || name === '..' ? 'file' : name;
}

function withSuffix(name: string, suffix: string): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let short = stem;
  while (Buffer.byteLength(short + suffix + extension) > MAX_NAME_BYTES && short.length > 0) {
    short = short.slice(0, -1).replace(/[\uD800-\uDBFF]$/, '');
  }
  return short + suffix + extension;
}
