import type { ApiClient } from '../client.ts';
import type * as contract from '../contract/storage-configs.ts';
import { type CallsOf, groupOf } from './bind-calls.ts';

/** The calls of {@link StorageConfigs} and their declarations. */
export interface StorageConfigsCalls {
  /** List storage configurations. */
  readonly list: typeof contract.listStorageConfigs;
  /** One storage configuration. */
  readonly get: typeof contract.getStorageConfig;
  /** Add a storage configuration. */
  readonly create: typeof contract.createStorageConfig;
  /** Change a storage configuration. */
  readonly update: typeof contract.updateStorageConfig;
  /** Delete a storage configuration. */
  readonly delete: typeof contract.deleteStorageConfig;
  /** Make a storage configuration the default. */
  readonly setDefault: typeof contract.setDefaultStorageConfig;
  /** Test a storage configuration. */
  readonly test: typeof contract.testStorageConfig;
  /** Set a bucket's CORS rules. */
  readonly applyCors: typeof contract.applyStorageCors;
}

/** The buckets that files are stored in. Made by {@link createStorageConfigs}. */
export type StorageConfigs = CallsOf<StorageConfigsCalls>;

/**
 * The buckets that files are stored in.
 *
 * @example
 * const configs = await createStorageConfigs(api).list();
 */
export const createStorageConfigs: (api: ApiClient) => StorageConfigs =
  /* @__PURE__ */ groupOf<StorageConfigsCalls>({
    list: 'GET s3-configs',
    get: 'GET s3-configs/:id',
    create: 'POST s3-configs',
    update: 'PUT s3-configs/:id',
    delete: 'DELETE s3-configs/:id',
    setDefault: 'PUT s3-configs/:id/set-default',
    test: 'POST s3-configs/:id/test',
    applyCors: 'POST s3-configs/:id/apply-cors',
  });
