// Downloads the archive of a bundle of 2 GiB by `curl -C -` from three servers on one database and one storage, cut
// three times, once because its server is killed, and compares it to an uncut download: bytes, time, memory.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { createBundle, viewBundle } from '@satchel/api-client/contract/bundles';
import { createMount } from '@satchel/api-client/contract/mounts';
import { createStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { createDatabase, findPostgres, startPostgres } from '@satchel/server/test/start-postgres';
import { hashFile } from './hash-file.ts';
import { logIn } from './log-in.ts';
import { type StartedProcess, startSatchel } from './start-processes.ts';
import { BUCKET, createClient, credentials, startStore } from './upload-store.ts';

const MEBIBYTE = 1024 ** 2;
const FILES = 16;
const FILE_BYTES = 128 * MEBIBYTE;

const binaries = findPostgres();
if (!binaries) throw new Error('PostgreSQL is needed: apt-get install postgresql');
const directory = await mkdtemp(join(tmpdir(), 'satchel-bench-replicas-'));
const postgres = await startPostgres(binaries);
const store = await startStore(join(directory, 's3'));
const environment = {
  DATABASE_URL: await createDatabase(postgres.url),
  SECRET_KEY: 'one secret for every replica of this benchmark',
};
const one = await startSatchel(environment);
const two = await startSatchel(environment);
const three = await startSatchel(environment);
try {
  await fillStore();
  const address = await shareFolder();
  const cut = join(directory, 'cut.zip');
  const size = await sizeOf(address);
  const quarters = [1, 2, 3].map((quarter) => Math.floor((size * quarter) / 4));
  await continueAt('one, then curl is stopped', one, cut, address, quarters[0]);
  await continueAt('two, then it is killed', two, cut, address, quarters[1], () => two.kill());
  await continueAt('three, then curl is stopped', three, cut, address, quarters[2]);
  await continueAt('one, to the end', one, cut, address);
  execFileSync('unzip', ['-tqq', cut]);
  const whole = join(directory, 'whole.zip');
  await continueAt('three, uncut', three, whole, address);
  const hashes = [await hashFile(cut), await hashFile(whole)];
  if (hashes[0] !== hashes[1]) throw new Error('the resumed archive differs');
  console.info(`  ${Math.round(size / MEBIBYTE)} MiB, whole for unzip, same SHA-256 ${hashes[0]}`);
} finally {
  for (const server of [one, two, three, store]) await server.stop();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

async function fillStore(): Promise<void> {
  const client = createClient(store.url);
  for (let file = 0; file < FILES; file += 1) {
    const Body = randomBytes(FILE_BYTES);
    await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: `d/${file}.bin`, Body }));
  }
  client.destroy();
}

/** Shares the folder as a bundle; returns the path of its archive, which is the same on all servers. */
async function shareFolder(): Promise<string> {
  const api = await logIn(one.url);
  const { id } = await api.call(createStorageConfig, {
    body: {
      name: 'shared',
      provider_type: 'Other',
      endpoint_url: store.url,
      bucket_name: BUCKET,
      access_key_id: credentials.accessKeyId,
      secret_access_key: credentials.secretAccessKey,
      path_style: true,
    },
  });
  await api.call(createMount, {
    body: { name: 'm', storage_type: 'S3', storage_config_id: id, mount_path: '/m' },
  });
  const { slug } = await api.call(createBundle, { body: { path: '/m/d' } });
  const { grant = '' } = await api.call(viewBundle, { params: { slug }, query: {} });
  return `/api/bundle-archive/${slug}?${new URLSearchParams({ grant })}`;
}

async function sizeOf(address: string): Promise<number> {
  const { headers } = await fetch(one.url + address, { method: 'HEAD' });
  return Number(headers.get('content-length'));
}

/** Continues a download until it is over, or cuts it at a size; prints its time and the server's memory. */
async function continueAt(
  name: string,
  server: StartedProcess,
  path: string,
  address: string,
  cutAt?: number,
  cutBy?: () => Promise<void>,
): Promise<void> {
  const begin = performance.now();
  const before = await bytesOf(path);
  const restMebibytes = memoryOf(server);
  let peakMebibytes = restMebibytes;
  const curl = spawn('curl', ['-sS', '-C', '-', '-o', path, server.url + address], {
    stdio: 'inherit',
  });
  const ended = once(curl, 'exit');
  let isCut = false;
  while (curl.exitCode === null && curl.signalCode === null && !isCut) {
    peakMebibytes = Math.max(peakMebibytes, memoryOf(server));
    isCut = cutAt !== undefined && (await bytesOf(path)) >= cutAt;
    await sleep(50);
  }
  if (isCut) await (cutBy ? cutBy() : curl.kill());
  const [code] = await ended;
  if (isCut !== (cutAt !== undefined) || (code === 0) === isCut) throw new Error(`curl: ${code}`);
  const seconds = (performance.now() - begin) / 1000;
  const received = (await bytesOf(path)) - before;
  console.info(
    `  ${name}: ${Math.round(received / MEBIBYTE)} MiB from ${Math.round(before / MEBIBYTE)} on, ` +
      `${seconds.toFixed(0)} s; the server had ${Math.round(restMebibytes)} MiB, at most ${Math.round(peakMebibytes)}`,
  );
}

async function bytesOf(path: string): Promise<number> {
  const info = await stat(path).catch(() => ({ size: 0 }));
  return info.size;
}

/** Resident memory of a server, in MiB. */
function memoryOf({ processId }: StartedProcess): number {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
