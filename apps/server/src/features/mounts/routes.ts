import {
  createMount,
  deleteMount,
  getMount,
  getUserMount,
  listMounts,
  listUserMounts,
  updateMount,
} from '@satchel/api-client/contract/mounts';
import { type HttpDependencies, mountEndpoint } from '#http/contract/mount-endpoint.ts';
import type { Mount, MountService, UsableMount } from './service.ts';

export function mountRoutes(http: HttpDependencies, mounts: MountService): void {
  const show = (mount: Mount) => present({ ...mount, lastUsedAt: mounts.lastUsedAt(mount) });
  const showUsable = ({ mount, isPublic }: UsableMount) =>
    ({ ...show(mount), is_public: toBit(isPublic) }) as const;

  mountEndpoint(http, listMounts, async () => (await mounts.list()).map(show));

  mountEndpoint(http, getMount, async ({ params }) => show(await mounts.get(params.id)));

  mountEndpoint(http, createMount, async (call) => {
    const mount = await mounts.create(call.caller, call.body, call.onceId);
    const details = { path: mount.mountPath };
    await http.audit(call, { action: 'mounts.created', target: mount.name, details });
    return show(mount);
  });

  mountEndpoint(http, updateMount, async (call) => {
    const { name, mountPath } = await mounts.get(call.params.id);
    await mounts.update(call.params.id, call.body);
    const details = { path: mountPath, fields: Object.keys(call.body) };
    await http.audit(call, { action: 'mounts.changed', target: name, details });
    return null;
  });

  mountEndpoint(http, deleteMount, async (call) => {
    const { name, mountPath } = await mounts.get(call.params.id);
    await mounts.remove(call.params.id);
    const details = { path: mountPath };
    await http.audit(call, { action: 'mounts.deleted', target: name, details });
    return null;
  });

  mountEndpoint(http, listUserMounts, async ({ caller }) =>
    (await mounts.listUsable(caller)).map(showUsable),
  );

  mountEndpoint(http, getUserMount, async ({ caller, params }) =>
    showUsable(await mounts.getUsable(caller, params.id)),
  );
}

const toBit = (flag: boolean): 0 | 1 => (flag ? 1 : 0);

/** Mount as in CONTRACT F6. */
function present(mount: Mount) {
  return {
    id: mount.id,
    name: mount.name,
    storage_type: mount.storageType,
    storage_config_id: mount.storageConfigId,
    mount_path: mount.mountPath,
    remark: mount.remark,
    is_active: toBit(mount.isActive),
    created_by: mount.createdBy,
    sort_order: mount.sortOrder,
    cache_ttl: mount.cacheTtlSeconds,
    web_proxy: toBit(mount.webProxy),
    webdav_policy: mount.webdavPolicy === '302_redirect' ? '302_redirect' : 'native_proxy',
    enable_sign: toBit(mount.enableSign),
    sign_expires: mount.signExpires,
    created_at: mount.createdAt.toISOString(),
    updated_at: mount.updatedAt.toISOString(),
    last_used: mount.lastUsedAt?.toISOString() ?? null,
  } as const;
}
