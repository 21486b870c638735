import type { ApiKeyChanges, NewApiKey } from '@satchel/api-client/contract/api-keys';
import { PERMISSION_FLAGS, type PermissionFlagName } from '@satchel/api-client/permissions';
import type { ApiKeyRow } from './queries.ts';

/** Options of a key's expiry: a number of days, never, or a custom number; `keep` leaves it unchanged. */
export const EXPIRY_CHOICES = ['1', '7', '30', 'never', 'custom'] as const;

export type ExpiryChoice = (typeof EXPIRY_CHOICES)[number] | 'keep';

/** Values of the key form. */
export interface KeyOptions {
  readonly name: string;
  /** Permission bits, including those that this version does not know. */
  readonly permissions: number;
  readonly basePath: string;
  readonly expiry: ExpiryChoice;
  /** Typed number of days, for `custom`. */
  readonly customDays: string;
  readonly hasCustomKey: boolean;
  readonly customKey: string;
  readonly isGuest: boolean;
}

export const NEW_KEY: KeyOptions = {
  name: '',
  permissions: 0,
  basePath: '/',
  expiry: '1',
  customDays: '90',
  hasCustomKey: false,
  customKey: '',
  isGuest: false,
};

/** Permissions in their groups (SPEC 6). */
export const PERMISSION_GROUPS = {
  shares: ['text', 'file_share'],
  mounts: ['mount_view', 'mount_upload', 'mount_copy', 'mount_rename', 'mount_delete'],
  webdav: ['webdav_read', 'webdav_manage'],
} as const satisfies Record<string, readonly PermissionFlagName[]>;

/** Sets of permissions for a person: sending, looking, and working in a folder. */
export const PERMISSION_PRESETS = {
  send: ['text', 'file_share'],
  look: ['mount_view', 'webdav_read'],
  work: [...PERMISSION_GROUPS.mounts, ...PERMISSION_GROUPS.webdav],
} as const satisfies Record<string, readonly PermissionFlagName[]>;

export type PermissionPreset = keyof typeof PERMISSION_PRESETS;

/** Permission bits of a preset. */
export const bitsOf = (preset: PermissionPreset): number =>
  withFlags(0, PERMISSION_PRESETS[preset], true);

/** The preset with exactly these permissions; undefined for any other choice. */
export const presetOf = (bits: number): PermissionPreset | undefined =>
  PRESETS.find((preset) => bitsOf(preset) === bits);

export const PRESETS = Object.keys(PERMISSION_PRESETS) as PermissionPreset[];

export type PermissionGroup = keyof typeof PERMISSION_GROUPS;

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_DAYS = 36_500;
/** Year of the time with which the server represents "never". */
const NEVER_YEAR = '9999-';

export const isForEver = (expiresAt: string): boolean => expiresAt.startsWith(NEVER_YEAR);

export function optionsOf(row: ApiKeyRow): KeyOptions {
  return {
    ...NEW_KEY,
    name: row.name,
    permissions: row.permissions,
    basePath: row.basic_path,
    expiry: 'keep',
    isGuest: row.is_guest === 1,
  };
}

export type KeyProblem = 'name' | 'basePath' | 'customDays' | 'customKey';

/** Problems that prevent saving the key (SPEC 5). */
export function problemsOf(options: KeyOptions): ReadonlySet<KeyProblem> {
  const days = Number(options.customDays);
  const isDaysValid = Number.isInteger(days) && days >= 1 && days <= MAX_DAYS;
  const isKeyValid = /^[A-Za-z0-9_-]{12,128}$/.test(options.customKey);
  const problems: KeyProblem[] = [];
  if (options.name.trim() === '') problems.push('name');
  if (!/^\/(?!.*\/\.{1,2}(\/|$))[^\\]*$/.test(options.basePath)) problems.push('basePath');
  if (options.expiry === 'custom' && !isDaysValid) problems.push('customDays');
  if (options.hasCustomKey && !isKeyValid) problems.push('customKey');
  return new Set(problems);
}

export function hasFlag(bits: number, name: PermissionFlagName): boolean {
  return (bits & PERMISSION_FLAGS[name]) !== 0;
}

/** Sets or clears some permission bits; all others stay. */
export function withFlags(
  bits: number,
  names: readonly PermissionFlagName[],
  isSet: boolean,
): number {
  const mask = names.reduce((sum, name) => sum | PERMISSION_FLAGS[name], 0);
  return isSet ? bits | mask : bits & ~mask;
}

export function newKeyOf(options: KeyOptions, nowMs: number): NewApiKey {
  return {
    ...commonOf(options),
    expires_at: expiresAtOf(options, nowMs),
    custom_key: options.hasCustomKey ? options.customKey : null,
  };
}

export function changesOf(options: KeyOptions, nowMs: number): ApiKeyChanges {
  const expires_at = expiresAtOf(options, nowMs);
  return { ...commonOf(options), ...(expires_at === undefined ? {} : { expires_at }) };
}

function commonOf({ name, permissions, basePath, isGuest }: KeyOptions) {
  return { name: name.trim(), permissions, basic_path: basePath.trim(), is_guest: isGuest };
}

function expiresAtOf({ expiry, customDays }: KeyOptions, nowMs: number): string | undefined {
  if (expiry === 'keep') return undefined;
  if (expiry === 'never') return 'never';
  const days = Number(expiry === 'custom' ? customDays : expiry);
  return new Date(nowMs + days * DAY_MS).toISOString();
}
