import {
  applyStorageCors,
  createStorageConfig,
  deleteStorageConfig,
  getStorageConfig,
  listStorageConfigs,
  setDefaultStorageConfig,
  testStorageConfig,
  updateStorageConfig,
} from '@satchel/api-client/contract/storage-configs';
import { type HttpDependencies, mountEndpoint } from '#http/contract/mount-endpoint.ts';
import { maskKeyId } from './config-fields.ts';
import type { StorageConfig, StorageConfigService } from './service.ts';

export function storageConfigRoutes(
  http: HttpDependencies,
  storageConfigs: StorageConfigService,
): void {
  const show = (config: StorageConfig) =>
    present({ ...config, lastUsedAt: storageConfigs.lastUsedAt(config) });

  mountEndpoint(http, listStorageConfigs, async ({ caller }) =>
    (await storageConfigs.list(caller)).map(show),
  );

  mountEndpoint(http, getStorageConfig, async ({ caller, params }) =>
    show(await storageConfigs.get(caller, params.id)),
  );

  mountEndpoint(http, createStorageConfig, async (call) => {
    const config = await storageConfigs.create(call.caller.id, call.body, call.onceId);
    const details = { endpoint: config.endpointUrl, bucket: config.bucketName };
    await http.audit(call, { action: 'storage.created', target: config.name, details });
    return show(config);
  });

  mountEndpoint(http, updateStorageConfig, async (call) => {
    const { name } = await storageConfigs.get(call.caller, call.params.id);
    await storageConfigs.update(call.params.id, call.body);
    const details = { fields: Object.keys(call.body) };
    await http.audit(call, { action: 'storage.changed', target: name, details });
    return null;
  });

  mountEndpoint(http, deleteStorageConfig, async (call) => {
    const { name } = await storageConfigs.get(call.caller, call.params.id);
    await storageConfigs.remove(call.params.id);
    await http.audit(call, { action: 'storage.deleted', target: name });
    return null;
  });

  mountEndpoint(http, setDefaultStorageConfig, async (call) => {
    const { name } = await storageConfigs.get(call.caller, call.params.id);
    await storageConfigs.setDefault(call.params.id);
    await http.audit(call, { action: 'storage.default_chosen', target: name });
    return null;
  });

  mountEndpoint(http, testStorageConfig, (call) => {
    const { params, origin, contentOrigin, language, signal } = call;
    return storageConfigs.test(params.id, { origin, contentOrigin, language, signal });
  });

  mountEndpoint(http, applyStorageCors, async (call) => {
    const { caller, params, origin, signal } = call;
    const { name } = await storageConfigs.get(caller, params.id);
    const origins = [...(await storageConfigs.applyCors(params.id, { origin, signal }))];
    await http.audit(call, { action: 'storage.cors_applied', target: name, details: { origins } });
    return { allowed_origins: origins };
  });
}

const toBit = (flag: boolean) => (flag ? 1 : 0);

/** Config as in CONTRACT F5, without the secrets (A2). */
function present(config: StorageConfig) {
  const { totalStorageBytes: total } = config;
  return {
    id: config.id,
    name: config.name,
    provider_type: config.providerType,
    endpoint_url: config.endpointUrl,
    public_endpoint_url: config.publicEndpointUrl,
    bucket_name: config.bucketName,
    region: config.region,
    access_key_id: maskKeyId(config.accessKeyId),
    secret_access_key: null,
    has_secret: true,
    path_style: toBit(config.pathStyle),
    default_folder: config.defaultFolder,
    is_public: toBit(config.isPublic),
    is_default: toBit(config.isDefault),
    is_embedded: toBit(config.isEmbedded),
    total_storage_bytes: total === null ? null : Number(total),
    custom_host: config.customHost,
    signature_expires_in: config.signatureExpiresIn,
    created_at: config.createdAt.toISOString(),
    updated_at: config.updatedAt.toISOString(),
    last_used: config.lastUsedAt?.toISOString() ?? null,
    admin_id: config.adminId,
  } as const;
}
