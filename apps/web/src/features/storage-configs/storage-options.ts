import type {
  NewStorageConfig,
  StorageConfigChanges,
} from '@satchel/api-client/contract/storage-config-shapes';
import { STORAGE_PRESETS } from '@satchel/api-client/contract/storage-presets';
import type { FormState } from '#shared/forms/bind-fields.ts';
import type { StorageConfigRow } from '#shared/storage-configs/storage-config-queries.ts';

/** Values of the storage form. */
export interface StorageOptions {
  readonly name: string;
  readonly provider: string;
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  /** '' to keep the stored one. */
  readonly secretAccessKey: string;
  readonly isPathStyle: boolean;
  readonly publicEndpoint: string;
  readonly customHost: string;
  readonly defaultFolder: string;
  readonly isPublic: boolean;
  /** In gigabytes, as typed; '' for no limit. */
  readonly capacityGigabytes: string;
  /** Undefined while the typed text is not a valid duration. */
  readonly signatureSeconds: number | null | undefined;
}

const GIGABYTE = 1024 ** 3;
const MAX_SIGNATURE_SECONDS = 604_800;

export const NEW_STORAGE: StorageOptions = {
  name: '',
  provider: '',
  endpoint: '',
  bucket: '',
  region: '',
  accessKeyId: '',
  secretAccessKey: '',
  isPathStyle: true,
  publicEndpoint: '',
  customHost: '',
  defaultFolder: '',
  isPublic: false,
  capacityGigabytes: '',
  signatureSeconds: 3600,
};

/** Options on which it depends whether the storage can be reached and used. */
const TESTED_OPTIONS = [
  ...(['provider', 'endpoint', 'publicEndpoint', 'bucket', 'region'] as const),
  ...(['accessKeyId', 'secretAccessKey', 'isPathStyle', 'defaultFolder'] as const),
];

/** Whether a change makes the last test of a storage worthless. */
export function isElsewhere(before: StorageOptions, after: StorageOptions): boolean {
  return TESTED_OPTIONS.some((option) => before[option] !== after[option]);
}

export function optionsOf(row: StorageConfigRow): StorageOptions {
  const limit = row.total_storage_bytes;
  return {
    name: row.name,
    provider: row.provider_type,
    endpoint: row.endpoint_url,
    bucket: row.bucket_name,
    region: row.region,
    accessKeyId: row.access_key_id,
    secretAccessKey: '',
    isPathStyle: row.path_style === 1,
    publicEndpoint: row.public_endpoint_url ?? '',
    customHost: row.custom_host ?? '',
    defaultFolder: row.default_folder,
    isPublic: row.is_public === 1,
    capacityGigabytes: limit === null ? '' : String(limit / GIGABYTE),
    signatureSeconds: row.signature_expires_in,
  };
}

/**
 * Fills in the values of a provider. It changes only fields that are empty or still have the values of
 * another provider, so that typed values stay.
 */
export function withPreset(options: StorageOptions, provider: string): StorageOptions {
  const preset = STORAGE_PRESETS.find(({ provider_type }) => provider_type === provider);
  if (!preset) return { ...options, provider };
  const isFilledIn = (text: string, field: 'endpoint_pattern' | 'region_hint') =>
    text === '' || STORAGE_PRESETS.some((other) => other[field] === text);
  return {
    ...options,
    provider,
    isPathStyle: preset.path_style,
    endpoint: isFilledIn(options.endpoint, 'endpoint_pattern')
      ? preset.endpoint_pattern
      : options.endpoint,
    region: isFilledIn(options.region, 'region_hint') ? preset.region_hint : options.region,
  };
}

/** Names of the placeholders that the user has to replace in an endpoint, such as `account-id`. */
export function gapsOf(endpoint: string): string[] {
  return [...endpoint.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name ?? '');
}

/** Inserts the region into the endpoint, if the provider's endpoint contains it. */
export function withRegion(options: StorageOptions, region: string): StorageOptions {
  const preset = STORAGE_PRESETS.find(({ provider_type }) => provider_type === options.provider);
  const pattern = preset?.endpoint_pattern ?? '';
  const before = pattern.replace('{region}', options.region);
  const isOfRegion = pattern.includes('{region}') && [pattern, before].includes(options.endpoint);
  return {
    ...options,
    region,
    endpoint: isOfRegion && region ? pattern.replace('{region}', region) : options.endpoint,
  };
}

export type StorageProblem = keyof StorageOptions | 'gaps';

export type StorageForm = FormState<StorageOptions, StorageProblem>;

const isAddress = (text: string) => /^https?:\/\/[^\s?#@\\{}]+$/i.test(text) && URL.canParse(text);

/** Problems that prevent saving the storage. */
export function problemsOf(
  options: StorageOptions,
  isStored: boolean,
): ReadonlySet<StorageProblem> {
  const problems: StorageProblem[] = [];
  const check = (isRight: boolean, problem: StorageProblem) => {
    if (!isRight) problems.push(problem);
  };
  const { endpoint, signatureSeconds: seconds } = options;
  const isOwnStore = isStored && endpoint === '/s3';
  check(options.name.trim() !== '', 'name');
  check(options.provider.trim() !== '', 'provider');
  check(gapsOf(endpoint).length === 0, 'gaps');
  check(isOwnStore || isAddress(endpoint) || gapsOf(endpoint).length > 0, 'endpoint');
  check(/^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/.test(options.bucket), 'bucket');
  check(/^[\w.:-]{0,64}$/.test(options.region), 'region');
  check(isStored || options.accessKeyId.trim() !== '', 'accessKeyId');
  check(isStored || options.secretAccessKey.trim() !== '', 'secretAccessKey');
  check(options.publicEndpoint === '' || isAddress(options.publicEndpoint), 'publicEndpoint');
  check(options.customHost === '' || isAddress(options.customHost), 'customHost');
  check(bytesOf(options.capacityGigabytes) !== undefined, 'capacityGigabytes');
  check(
    seconds === null || (seconds !== undefined && seconds >= 1 && seconds <= MAX_SIGNATURE_SECONDS),
    'signatureSeconds',
  );
  return new Set(problems);
}

/** Null for no limit, undefined if the text is not a size. */
function bytesOf(gigabytes: string): number | null | undefined {
  if (gigabytes.trim() === '') return null;
  const bytes = Math.round(Number(gigabytes) * GIGABYTE);
  return Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : undefined;
}

export function newStorageOf(options: StorageOptions): NewStorageConfig {
  return { ...ownFieldsOf(options), ...placeOf(options) };
}

/** @param isEmbedded true for the built-in store, whose address and credentials cannot be changed */
export function changesOf(options: StorageOptions, isEmbedded: boolean): StorageConfigChanges {
  return { ...ownFieldsOf(options), ...(isEmbedded ? {} : placeOf(options)) };
}

function ownFieldsOf(options: StorageOptions) {
  return {
    name: options.name.trim(),
    provider_type: options.provider.trim(),
    default_folder: options.defaultFolder.trim(),
    is_public: options.isPublic,
    total_storage_bytes: bytesOf(options.capacityGigabytes) ?? null,
    custom_host: options.customHost.trim(),
    ...(options.signatureSeconds ? { signature_expires_in: options.signatureSeconds } : {}),
  };
}

function placeOf(options: StorageOptions) {
  return {
    endpoint_url: options.endpoint.trim(),
    public_endpoint_url: options.publicEndpoint.trim(),
    bucket_name: options.bucket.trim(),
    region: options.region.trim(),
    access_key_id: options.accessKeyId.trim(),
    secret_access_key: options.secretAccessKey,
    path_style: options.isPathStyle,
  };
}
