import { type Client, createClient } from '@satchel/api-client';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { startServerProcess } from '@satchel/server/test/start-server-process';

export const ADMIN = { username: 'admin', password: 'correct-horse-battery' } as const;

const { text, file_share, mount_view, mount_upload, mount_copy } = PERMISSION_FLAGS;
const EVERYTHING = text | file_share | mount_view | mount_upload | mount_copy;

/** The real server in a separate process, with one mount at `/files`. */
export interface ServerProcess {
  readonly url: string;
  /** Client with the administrator's token. */
  readonly admin: Client;
  /** API key with all permissions that the command line needs. */
  readonly key: string;
  createKey(permissions: number): Promise<string>;
  stop(): Promise<void>;
}

export async function startServer(): Promise<ServerProcess> {
  const { url, stop } = await startServerProcess(ADMIN);
  const guest = createClient({ baseUrl: url });
  const { token } = await guest.sessions.login({ body: ADMIN });
  const admin = createClient({ baseUrl: url, credential: () => ({ kind: 'admin', token }) });
  // Turns off remembered listings, because tests write behind the server's back.
  const [files] = await admin.mounts.list({});
  await admin.mounts.update({ params: { id: files?.id ?? '' }, body: { cache_ttl: 0 } });
  const createKey = async (permissions: number) => {
    const body = { name: `key ${Math.random()}`, permissions, expires_at: 'never' } as const;
    return (await admin.apiKeys.create({ body })).key;
  };
  return {
    url,
    admin,
    key: await createKey(EVERYTHING),
    createKey,
    stop,
  };
}

export async function mount(admin: Client, path: string, storageConfigId: string): Promise<void> {
  const body = { name: path, storage_type: 'S3', mount_path: path, cache_ttl: 0 } as const;
  await admin.mounts.create({ body: { ...body, storage_config_id: storageConfigId } });
  await admin.storageConfigs.update({ params: { id: storageConfigId }, body: { is_public: true } });
}
