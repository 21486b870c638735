/** Values that a form fills in for a provider; the user may change all of them. */
export interface StoragePreset {
  /** Value for `provider_type`, which is free text. */
  readonly provider_type: string;
  /** Endpoint, with `{…}` in place of the user's own values. */
  readonly endpoint_pattern: string;
  readonly path_style: boolean;
  /** Region of this provider, or a pattern for one. */
  readonly region_hint: string;
  /** Headers that a browser sends with a PUT to a presigned URL, besides `Content-Type`. */
  readonly put_headers: Readonly<Record<string, string>>;
}

const preset = (
  provider_type: string,
  endpoint_pattern: string,
  region_hint: string,
  path_style: boolean,
  put_headers: Readonly<Record<string, string>> = {},
): StoragePreset => ({ provider_type, endpoint_pattern, region_hint, path_style, put_headers });

/**
 * Providers in the storage form.
 *
 * @example
 * STORAGE_PRESETS.find((preset) => preset.provider_type === 'Cloudflare R2')?.region_hint; // 'auto'
 */
export const STORAGE_PRESETS: readonly StoragePreset[] = [
  preset('AWS S3', 'https://s3.{region}.amazonaws.com', 'us-east-1', false),
  preset('Cloudflare R2', 'https://{account-id}.r2.cloudflarestorage.com', 'auto', true),
  // B2 refuses a browser's PUT without these headers.
  preset('Backblaze B2', 'https://s3.{region}.backblazeb2.com', 'us-west-004', true, {
    'X-Bz-Content-Sha1': 'do_not_verify',
    'X-Requested-With': 'XMLHttpRequest',
  }),
  preset('Aliyun OSS', 'https://oss-{region}.aliyuncs.com', 'cn-hangzhou', false),
  preset('Tencent COS', 'https://cos.{region}.myqcloud.com', 'ap-guangzhou', false),
  preset('Ceph', 'https://{host}', 'default', true),
  preset('SeaweedFS', 'http://{host}:8333', 'us-east-1', true),
  preset('Garage', 'http://{host}:3900', 'garage', true),
  preset('MinIO', 'http://{host}:9000', 'us-east-1', true),
  preset('Other', 'https://{host}', 'us-east-1', true),
];
