import {
  createApiKey,
  deleteApiKey,
  listApiKeys,
  updateApiKey,
} from '@satchel/api-client/contract/api-keys';
import {
  hasPermission,
  PERMISSION_FLAGS,
  type PermissionFlagName,
} from '@satchel/api-client/permissions';
import { type HttpDependencies, mountEndpoint } from '#http/contract/mount-endpoint.ts';
import type { ApiKeyRow, ApiKeyService } from './service.ts';

export function apiKeyRoutes(http: HttpDependencies, apiKeys: ApiKeyService): void {
  const nameOf = async (id: string) => (await apiKeys.list()).find((row) => row.id === id)?.name;

  mountEndpoint(http, listApiKeys, async () =>
    (await apiKeys.list()).map((row) => ({
      ...present(row, row.keyMasked),
      last_used: row.lastUsedAt?.toISOString() ?? null,
      is_expired: apiKeys.isExpired(row),
    })),
  );

  mountEndpoint(http, createApiKey, async (call) => {
    const { row, key } = await apiKeys.create(call.body, call.onceId);
    await http.audit(call, {
      action: 'api_keys.created',
      target: row.name,
      details: detailsOf(row),
    });
    call.reply.header('cache-control', 'no-store');
    return present(row, key);
  });

  mountEndpoint(http, updateApiKey, async (call) => {
    const target = await nameOf(call.params.id);
    await apiKeys.update(call.params.id, call.body);
    const details = { fields: Object.keys(call.body) };
    await http.audit(call, { action: 'api_keys.changed', target, details });
    return null;
  });

  mountEndpoint(http, deleteApiKey, async (call) => {
    const target = await nameOf(call.params.id);
    await apiKeys.remove(call.params.id);
    await http.audit(call, { action: 'api_keys.deleted', target });
    return null;
  });
}

const FLAG_NAMES = Object.keys(PERMISSION_FLAGS) as PermissionFlagName[];

const permissionNames = ({ permissions }: ApiKeyRow) =>
  FLAG_NAMES.filter((name) => hasPermission(permissions, name));

const detailsOf = (row: ApiKeyRow) => ({
  permissions: permissionNames(row),
  path: row.basicPath,
  expires: row.expiresAt.toISOString(),
});

function present(row: ApiKeyRow, key: string) {
  return {
    id: row.id,
    name: row.name,
    key,
    key_masked: row.keyMasked,
    permissions: row.permissions,
    permission_names: permissionNames(row),
    role: row.role,
    basic_path: row.basicPath,
    is_guest: row.isGuest ? (1 as const) : (0 as const),
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  };
}
