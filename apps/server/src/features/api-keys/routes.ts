import {
  createApiKey,
  deleteApiKey,
  listApiKeys,
  updateApiKey,
} from '@satchel/api-client/contract/api-keys';
import { hasPermission, PERMISSION_FLAGS, type PermissionFlagName } from '@satchel/permissions';
import type { FastifyInstance } from 'fastify';
import { type HttpDependencies, mountEndpoint } from '#http/mount-endpoint.ts';
import type { ApiKeyRow, ApiKeyService } from './service.ts';

export function apiKeyRoutes(
  app: FastifyInstance,
  http: HttpDependencies,
  apiKeys: ApiKeyService,
): void {
  mountEndpoint(app, http, listApiKeys, async () =>
    (await apiKeys.list()).map((row) => ({
      ...present(row, row.keyMasked),
      last_used: row.lastUsedAt?.toISOString() ?? null,
      is_expired: apiKeys.isExpired(row),
    })),
  );

  mountEndpoint(app, http, createApiKey, async ({ body, reply }) => {
    const { row, key } = await apiKeys.create(body);
    reply.header('cache-control', 'no-store');
    return present(row, key);
  });

  mountEndpoint(app, http, updateApiKey, async ({ params, body }) => {
    await apiKeys.update(params.id, body);
    return null;
  });

  mountEndpoint(app, http, deleteApiKey, async ({ params }) => {
    await apiKeys.remove(params.id);
    return null;
  });
}

const FLAG_NAMES = Object.keys(PERMISSION_FLAGS) as PermissionFlagName[];

function present(row: ApiKeyRow, key: string) {
  return {
    id: row.id,
    name: row.name,
    key,
    key_masked: row.keyMasked,
    permissions: row.permissions,
    permission_names: FLAG_NAMES.filter((name) => hasPermission(row.permissions, name)),
    role: row.role,
    basic_path: row.basicPath,
    is_guest: row.isGuest ? (1 as const) : (0 as const),
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  };
}
