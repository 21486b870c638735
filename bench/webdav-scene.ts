import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { createMount } from '@satchel/api-client/contract/mounts';
import { updateSettingGroup } from '@satchel/api-client/contract/settings';
import { createStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { freePort } from '@satchel/test-kit/free-port';
import { logIn } from './log-in.ts';
import { ADMIN, type StartedProcess, startSatchel } from './start-processes.ts';
import { BUCKET, createClient, credentials, startStore } from './upload-store.ts';

export const FILES = 20_000;
const FILLS_AT_ONCE = 50;
const NAMES = Array.from({ length: FILES }, (_, index) => `file-${index}.txt`);

/** A WebDAV collection, and the function that stops its server. */
export interface Contender {
  readonly name: string;
  /** With a trailing slash. */
  readonly url: string;
  readonly authorization: string | undefined;
  /** Creates a directory `many` with {@link FILES} small files, bypassing the server. */
  fill(): Promise<void>;
  stop(): Promise<void>;
}

export interface Satchel extends Contender {
  readonly server: StartedProcess;
  /** Address of the bucket, bypassing the server. */
  readonly storeUrl: string;
}

/** Starts the server, with a bucket of our store in another process. */
export async function startSatchelDav(): Promise<Satchel> {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-bench-dav-'));
  const store = await startStore(directory);
  const server = await startSatchel();
  const api = await logIn(server.url);
  const config = await api.call(createStorageConfig, {
    body: {
      name: 'bench',
      provider_type: 'Other',
      endpoint_url: store.url,
      bucket_name: BUCKET,
      access_key_id: credentials.accessKeyId,
      secret_access_key: credentials.secretAccessKey,
      path_style: true,
    },
  });
  await api.call(createMount, {
    body: { name: 'b', storage_type: 'S3', storage_config_id: config.id, mount_path: '/b' },
  });
  await api.call(updateSettingGroup, {
    ...{ params: { group: 1 }, query: {} },
    body: { max_upload_size: 10_000 },
  });
  const pair = Buffer.from(`admin:${ADMIN.password}`).toString('base64');
  return {
    name: 'satchel',
    url: `${server.url}/dav/b/`,
    authorization: `Basic ${pair}`,
    server,
    storeUrl: store.url,
    fill: () => fillBucket(store.url),
    async stop() {
      await server.stop();
      await store.stop();
      rmSync(directory, { recursive: true });
    },
  };
}

/** Starts Apache's mod_dav on plain files; Debian's package `apache2-bin`. */
export async function startApache(): Promise<Contender> {
  const directory = mkdtempSync(join(tmpdir(), 'apache-bench-'));
  const files = join(directory, 'files');
  const lock = join(directory, 'lock');
  for (const folder of [files, lock]) {
    mkdirSync(folder);
    chmodSync(folder, 0o777);
  }
  chmodSync(directory, 0o755);
  const port = await freePort();
  const modules = ['mpm_event', 'authz_core', 'dav', 'dav_fs', 'mime'];
  const loading = modules.map(
    (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
  );
  const types = existsSync('/etc/mime.types') ? '/etc/mime.types' : '/dev/null';
  const lines = [
    ...loading,
    `Listen 127.0.0.1:${port}`,
    `ServerName 127.0.0.1`,
    `PidFile ${directory}/pid`,
    `ErrorLog ${directory}/errors`,
    `TypesConfig ${types}`,
    ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
    `DavLockDB ${lock}/locks`,
    `DocumentRoot ${files}`,
    `<Directory ${files}>\nDav On\nRequire all granted\n</Directory>`,
  ];
  const configuration = join(directory, 'apache.conf');
  writeFileSync(configuration, `${lines.join('\n')}\n`);
  const child = spawn('apache2', ['-f', configuration, '-D', 'FOREGROUND']);
  return serving('Apache mod_dav', child, port, directory, files);
}

/** Starts `rclone serve webdav` on plain files; Debian's package `rclone`. */
export async function startRclone(): Promise<Contender> {
  const directory = mkdtempSync(join(tmpdir(), 'rclone-bench-'));
  const port = await freePort();
  const child = spawn('rclone', ['serve', 'webdav', directory, `--addr=127.0.0.1:${port}`]);
  return serving('rclone serve', child, port, directory, directory);
}

async function serving(
  name: string,
  child: ChildProcess,
  port: number,
  directory: string,
  files: string,
): Promise<Contender> {
  const url = `http://127.0.0.1:${port}/`;
  for (let attempt = 0; ; attempt += 1) {
    const answered = await fetch(url, { method: 'OPTIONS' }).catch(() => undefined);
    if (answered) break;
    if (attempt > 100 || child.exitCode !== null) throw new Error(`${name} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    ...{ name, url, authorization: undefined },
    async fill() {
      const many = join(files, 'many');
      mkdirSync(many);
      for (const each of NAMES) writeFileSync(join(many, each), 'x');
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(directory, { recursive: true });
    },
  };
}

async function fillBucket(storeUrl: string): Promise<void> {
  const client = createClient(storeUrl);
  for (let start = 0; start < FILES; start += FILLS_AT_ONCE) {
    const puts = NAMES.slice(start, start + FILLS_AT_ONCE).map((name) =>
      client.send(new PutObjectCommand({ Bucket: BUCKET, Key: `many/${name}`, Body: 'x' })),
    );
    await Promise.all(puts);
  }
  client.destroy();
}

/** Sends one request; throws unless it succeeds. */
export async function send(
  { url, authorization }: Pick<Contender, 'url' | 'authorization'>,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: BodyInit } = {},
): Promise<Response> {
  const reply = await fetch(url + path, {
    method,
    headers: { ...(authorization === undefined ? {} : { authorization }), ...headers },
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return reply;
}

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
