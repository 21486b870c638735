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

/** All storage configurations, the default first; a key sees only the public ones. */
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

/** Adds a bucket. Its secret is encrypted when stored and never shown again. */
export const createStorageConfig = endpoint({
  ...storageConfigs.create,
  access: 'admin',
  feature,
  summary: 'Add a storage configuration',
  status: 201,
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

/** Makes this the default, which takes the uploads that name no storage. */
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
 * Tests a bucket as the server and as a browser would use it, and says in the caller's language what
 * is wrong and how to fix it. Small probe objects are written and deleted again.
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
 * Sets the CORS rule by which the web page of this server, and those of the configured origins, may
 * use the bucket. Other CORS rules of the bucket are kept.
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
