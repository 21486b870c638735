import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@satchel/api-client';
import { PERMISSION_FLAGS } from '@satchel/permissions';
import { serverArguments } from '@satchel/server/server-process';

export const ADMIN = { username: 'admin', password: 'correct-horse-battery' } as const;

const { text, file_share, mount_view, mount_upload, mount_copy } = PERMISSION_FLAGS;
const EVERYTHING = text | file_share | mount_view | mount_upload | mount_copy;

/** The real server in a process of its own, with one mount at `/files`. */
export interface ServerProcess {
  readonly url: string;
  /** As the administrator. */
  readonly admin: Client;
  /** May do everything that the command line can. */
  readonly key: string;
  createKey(permissions: number): Promise<string>;
  stop(): Promise<void>;
}

export async function startServer(): Promise<ServerProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'satchel-cli-server-'));
  const child = spawn(process.execPath, serverArguments, {
    env: {
      ...{ PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', DATA_DIR: directory },
      ...{ ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password, LOG_LEVEL: 'warn' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressOf(child);
  const guest = createClient({ baseUrl: url });
  const { token } = await guest.auth.login({ body: ADMIN });
  const admin = createClient({ baseUrl: url, credential: () => ({ kind: 'admin', token }) });
  await mount(admin, '/files', 'embedded');
  const createKey = async (permissions: number) => {
    const body = { name: `key ${Math.random()}`, permissions, expires_at: 'never' } as const;
    return (await admin.apiKeys.create({ body })).key;
  };
  return {
    url,
    admin,
    key: await createKey(EVERYTHING),
    createKey,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export async function mount(admin: Client, path: string, storageConfigId: string): Promise<void> {
  const body = { name: path, storage_type: 'S3', mount_path: path, cache_ttl: 0 } as const;
  await admin.mounts.create({ body: { ...body, storage_config_id: storageConfigId } });
  await admin.storageConfigs.update({ params: { id: storageConfigId }, body: { is_public: true } });
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /http:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(output)?.[0];
      if (address) resolve(address.replace('localhost', '127.0.0.1'));
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
}
