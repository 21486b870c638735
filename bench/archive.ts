// Measures the server's zip archives of 100,000 files and of one file of 5 GiB: its memory, and whether unzip
// and Python can read them.
import { execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createMount } from '@satchel/api-client/contract/mounts';
import { createStorageConfig } from '@satchel/api-client/contract/storage-configs';
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
    const headers = { authorization: `Bearer ${token}` };
    const reply = await fetch(`${satchel.url}/api/fs/archive?${query}`, { headers });
    if (!reply.ok || !reply.body) throw new Error(await reply.text());
    const path = join(directory, `${name}.zip`);
    await pipeline(Readable.fromWeb(reply.body as never), createWriteStream(path));
    const grown = satchel.peakMemoryMebibytes() - before;
    execFileSync('unzip', ['-tqq', path]);
    const found = Number(execFileSync('python3', ['-c', COUNT_BY_PYTHON, path]).toString());
    if (found !== count) throw new Error(`Python finds ${found} files of ${count}`);
    const { size } = await stat(path);
    console.info(
      `  ${name}: ${count} files, ${Math.round(size / MEBIBYTE)} MiB, whole for unzip and Python; ` +
        `the server grew by ${Math.round(grown)} MiB`,
    );
    await rm(path);
  } finally {
    await satchel.stop();
  }
}
