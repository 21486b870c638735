import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { gives, takes } from '../schema.ts';
import { storageConfigs } from './routes.ts';
import {
  type AppliedCors,
  appliedCors,
  idParams,
  type NewStorageConfig,
  newStorageConfig,
  type StorageConfig,
  type StorageConfigChanges,
  type StorageConfigId,
  type StorageTest,
  storageConfig,
  storageConfigChanges,
  storageTest,
} from './storage-config-shapes.ts';

const feature = 'storage-configs';

/** Lists all storage configurations, the default first; an API key sees only the public ones. */
export const listStorageConfigs = endpoint({
  ...storageConfigs.list,
  access: 'file_share',
  feature,
  summary: 'List storage configurations',
  data: gives<StorageConfig[]>(z.array(storageConfig)),
  errors: [],
});

/** One storage configuration. */
export const getStorageConfig = endpoint({
  ...storageConfigs.get,
  access: 'file_share',
  feature,
  summary: 'One storage configuration',
  params: takes<StorageConfigId>()(idParams),
  data: gives<StorageConfig>(storageConfig),
  errors: ['storage.not_found'],
});

/** Adds a bucket. Its secret is stored encrypted and never returned. */
export const createStorageConfig = endpoint({
  ...storageConfigs.create,
  access: 'admin',
  feature,
  summary: 'Add a storage configuration',
  status: 201,
  honoursIdempotencyKey: true,
  body: takes<NewStorageConfig>()(newStorageConfig),
  data: gives<StorageConfig>(storageConfig),
  errors: ['storage.endpoint_invalid', 'storage.folder_invalid'],
});

/** Changes a configuration; absent fields, and empty or masked credentials, keep their values. */
export const updateStorageConfig = endpoint({
  ...storageConfigs.update,
  access: 'admin',
  feature,
  summary: 'Change a storage configuration',
  params: takes<StorageConfigId>()(idParams),
  body: takes<StorageConfigChanges>()(storageConfigChanges),
  data: z.null(),
  errors: [
    'storage.not_found',
    'storage.endpoint_invalid',
    'storage.folder_invalid',
    'storage.embedded_fixed',
  ],
});

/** Removes a configuration; the bucket keeps its objects. Refused while a mount or file share uses it. */
export const deleteStorageConfig = endpoint({
  ...storageConfigs.delete,
  access: 'admin',
  feature,
  summary: 'Delete a storage configuration',
  params: takes<StorageConfigId>()(idParams),
  data: z.null(),
  errors: ['storage.not_found', 'storage.in_use', 'storage.embedded_fixed'],
});

/** Makes this the default, which is used for uploads that name no storage. */
export const setDefaultStorageConfig = endpoint({
  ...storageConfigs.setDefault,
  access: 'admin',
  feature,
  summary: 'Make a storage configuration the default',
  params: takes<StorageConfigId>()(idParams),
  data: z.null(),
  errors: ['storage.not_found'],
});

/**
 * Tests a bucket as the server and as a browser would use it, and describes problems and fixes in the
 * caller's language. Writes small objects and deletes them again.
 */
export const testStorageConfig = endpoint({
  ...storageConfigs.test,
  access: 'admin',
  feature,
  summary: 'Test a storage configuration',
  params: takes<StorageConfigId>()(idParams),
  data: gives<StorageTest>(storageTest),
  errors: ['storage.not_found'],
});

/**
 * Sets the CORS rule that allows this server's web page, and those of the configured origins, to use
 * the bucket. Keeps other CORS rules of the bucket.
 */
export const applyStorageCors = endpoint({
  ...storageConfigs.applyCors,
  access: 'admin',
  feature,
  summary: "Set a bucket's CORS rules",
  params: takes<StorageConfigId>()(idParams),
  data: gives<AppliedCors>(appliedCors),
  errors: ['storage.not_found', 'storage.cors_refused', 'storage.unavailable', 'storage.timeout'],
});
