import type { NewMount } from '@satchel/api-client/contract/mounts';
import type { MountRow } from '#shared/mounts/mount-queries.ts';

/** Values of the mount form (SPEC 3). */
export interface MountOptions {
  readonly name: string;
  /** Empty for a path that is derived from the name. */
  readonly path: string;
  readonly storageId: string;
  readonly remark: string;
  readonly isActive: boolean;
  /** Undefined while the typed text is not a valid duration. */
  readonly cacheSeconds: number | null | undefined;
  readonly hasWebProxy: boolean;
  readonly isSigned: boolean;
  /** Null for the global setting, undefined while the typed text is not a valid duration. */
  readonly signSeconds: number | null | undefined;
  readonly webdavPolicy: '302_redirect' | 'native_proxy';
}

const MAX_CACHE_SECONDS = 86_400;
const NAME_MAX_LENGTH = 50;

export const NEW_MOUNT: MountOptions = {
  name: '',
  path: '',
  storageId: '',
  remark: '',
  isActive: true,
  cacheSeconds: 300,
  hasWebProxy: false,
  isSigned: false,
  signSeconds: null,
  webdavPolicy: 'native_proxy',
};

export function optionsOf(row: MountRow): MountOptions {
  return {
    name: row.name,
    path: row.mount_path,
    storageId: row.storage_config_id,
    remark: row.remark ?? '',
    isActive: row.is_active === 1,
    cacheSeconds: row.cache_ttl,
    hasWebProxy: row.web_proxy === 1,
    isSigned: row.enable_sign === 1,
    signSeconds: row.sign_expires,
    webdavPolicy: row.webdav_policy,
  };
}

export type MountProblem = 'name' | 'path' | 'storageId' | 'cacheSeconds' | 'signSeconds';

/** Returns options whose path, if left empty, is derived from the name and not yet taken. */
export function withPath(options: MountOptions, takenPaths: readonly string[]): MountOptions {
  if (options.path.trim() !== '') return options;
  const word = options.name
    .trim()
    .toLowerCase()
    .replaceAll(/[^\w\-\u{80}-\u{10ffff}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  const taken = new Set(takenPaths.map((path) => path.toLowerCase()));
  const base = `/${word || 'mount'}`;
  let path = base;
  for (let number = 2; taken.has(path); number++) path = `${base}-${number}`;
  return { ...options, path };
}

/** Problems that prevent saving the mount (SPEC 5). The server also refuses reserved and taken paths. */
export function problemsOf(options: MountOptions): ReadonlySet<MountProblem> {
  const { name, cacheSeconds: cache } = options;
  const problems: MountProblem[] = [];
  if (name.trim() === '' || name.trim().length > NAME_MAX_LENGTH) problems.push('name');
  if (!/^(\/[\w\-\u{80}-\u{10ffff}]+)+$/u.test(options.path.trim())) problems.push('path');
  if (options.storageId === '') problems.push('storageId');
  if (cache === undefined || cache === null || cache > MAX_CACHE_SECONDS) {
    problems.push('cacheSeconds');
  }
  if (options.signSeconds === undefined) problems.push('signSeconds');
  return new Set(problems);
}

/** @param sortOrder position in the list */
export function newMountOf(options: MountOptions, sortOrder: number): NewMount {
  return { ...changesOf(options), storage_type: 'S3', sort_order: sortOrder };
}

export function changesOf(options: MountOptions) {
  return {
    name: options.name.trim(),
    mount_path: options.path.trim(),
    storage_config_id: options.storageId,
    remark: options.remark.trim() || null,
    is_active: options.isActive,
    ...(typeof options.cacheSeconds === 'number' ? { cache_ttl: options.cacheSeconds } : {}),
    web_proxy: options.hasWebProxy,
    enable_sign: options.isSigned,
    sign_expires: options.signSeconds ?? null,
    webdav_policy: options.webdavPolicy,
  };
}
