// Measures the server's zip archives of 100,000 files and of one file of 5 GiB, cut in the middle and resumed, and
// whole: time, memory, whether both are the same, and whether unzip and Python can read them.
import { execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createMount } from '@satchel/api-client/contract/mounts';
import { createStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { hashFile } from './hash-file.ts';
import { logInWithToken } from './log-in.ts';
import { startMadeUpStore } from './made-up-store.ts';
import { startSatchel } from './start-processes.ts';

const MEBIBYTE = 1024 ** 2;
const COUNT_BY_PYTHON =
  'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(sum(not i.is_dir() for i in z.infolist()))';
const FOLDERS = [
  { name: 'many', count: 100_000, sizeBytes: 20 },
  { name: 'large', count: 1, sizeBytes: 5 * 1024 ** 3 },
];

const directory = await mkdtemp(join(tmpdir(), 'satchel-bench-archive-'));
const store = await startMadeUpStore(
  FOLDERS.map(({ name, ...objects }) => ({ ...objects, prefix: `${name}/` })),
);
try {
  const wanted = process.argv[2] ?? '';
  for (const folder of FOLDERS) if (folder.name.startsWith(wanted)) await measure(folder);
} finally {
  await store.stop();
  await rm(directory, { recursive: true, force: true });
}

/** Measures with a separate server per folder, so that its memory starts fresh. */
async function measure({ name, count }: (typeof FOLDERS)[number]): Promise<void> {
  const satchel = await startSatchel();
  try {
    const { api, token } = await logInWithToken(satchel.url);
    const { id } = await api.call(createStorageConfig, {
      body: {
        name: 'made up',
        provider_type: 'Other',
        endpoint_url: store.url,
        bucket_name: 'bucket',
        access_key_id: 'AKIDEXAMPLE1234',
        secret_access_key: 'not looked at by this store',
        path_style: true,
      },
    });
    await api.call(createMount, {
      body: { name: 'm', storage_type: 'S3', storage_config_id: id, mount_path: '/m' },
    });
    const before = satchel.peakMemoryMebibytes();
    const query = new URLSearchParams({ path: `/m/${name}/` });
    const url = `${satchel.url}/api/fs/archive?${query}`;
    const authorization = `Bearer ${token}`;
    const path = join(directory, `${name}.zip`);
    const head = await fetch(url, { method: 'HEAD', headers: { authorization } });
    const half = Math.floor(Number(head.headers.get('content-length')) / 2);
    // Comes first, while the server knows no checksum of the second half or of a file that the cut divides.
    const first = await download(url, { authorization, range: `bytes=0-${half - 1}` }, path);
    const rest = await download(url, { authorization, range: `bytes=${half}-` }, path, 'a');
    const resumedHash = await hashFile(path);
    const whole = await download(url, { authorization }, path);
    if (resumedHash !== (await hashFile(path))) throw new Error('the resumed archive differs');
    const grown = satchel.peakMemoryMebibytes() - before;
    execFileSync('unzip', ['-tqq', path]);
    const found = Number(execFileSync('python3', ['-c', COUNT_BY_PYTHON, path]).toString());
    if (found !== count) throw new Error(`Python finds ${found} files of ${count}`);
    const { size } = await stat(path);
    console.info(
      `  ${name}: ${count} files, ${Math.round(size / MEBIBYTE)} MiB, whole for unzip and Python; ` +
        `whole ${whole}; cut: first half ${first}, second half ${rest}, same SHA-256; ` +
        `the server grew by ${Math.round(grown)} MiB`,
    );
    await rm(path);
  } finally {
    await satchel.stop();
  }
}

/** Downloads to a file; returns the seconds until the first byte and until the last. */
async function download(
  url: string,
  headers: Readonly<Record<string, string>>,
  path: string,
  flags = 'w',
): Promise<string> {
  const begin = performance.now();
  const seconds = () => ((performance.now() - begin) / 1000).toFixed(1);
  const reply = await fetch(url, { headers });
  if (!reply.ok || !reply.body) throw new Error(await reply.text());
  const firstByte = seconds();
  await pipeline(Readable.fromWeb(reply.body as never), createWriteStream(path, { flags }));
  return `${seconds()} s (first byte ${firstByte} s)`;
}
