// Ten minutes of mixed load (texts, files, listings, WebDAV): errors, memory and event loop for each minute.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { commitFileShare, presignFileShare } from '@satchel/api-client/contract/file-share-uploads';
import { deleteFileShares } from '@satchel/api-client/contract/file-shares';
import { listDirectory } from '@satchel/api-client/contract/file-system';
import { createMount } from '@satchel/api-client/contract/mounts';
import { listStorageConfigs } from '@satchel/api-client/contract/storage-configs';
import {
  createTextShare,
  deleteTextShares,
  listTextShares,
  viewTextShare,
} from '@satchel/api-client/contract/text-shares';
import { logIn } from './log-in.ts';
import { ADMIN, startSatchel } from './start-processes.ts';

const MINUTES = Number(process.env.MINUTES ?? 10);
const CALLERS_OF_EACH = Number(process.env.CALLERS ?? 4);
const PAUSE_MS = 20;
const METRICS_TOKEN = 'soak-metrics-token';
const FILE = 'x'.repeat(256 * 1024);
const basic = `Basic ${Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')}`;

const server = await startSatchel({ METRICS_TOKEN });
const api = await logIn(server.url);
const [storage] = (await api.call(listStorageConfigs, {})) as readonly { id: string }[];
await api.call(createMount, {
  body: {
    name: 'soak',
    storage_type: 'S3',
    storage_config_id: storage?.id ?? '',
    mount_path: '/soak',
  },
});

let requests = 0;
const errors: string[] = [];
const endsAt = performance.now() + MINUTES * 60_000;

const texts = async () => {
  const content = `text ${requests} ${'words '.repeat(300)}`;
  const { id, slug } = await api.call(createTextShare, { body: { content } });
  for (let read = 0; read < 5; read += 1) {
    const shown = await api.call(viewTextShare, { params: { slug }, query: {} });
    if (!('content' in shown) || shown.content !== content) throw new Error('another text');
  }
  await api.call(listTextShares, { query: { limit: 50 } });
  await api.call(deleteTextShares, { body: { ids: [id] } });
  requests += 8;
};

const files = async () => {
  const body = { filename: 'soak.txt', size: FILE.length };
  const { file_id, upload_url } = await api.call(presignFileShare, { body });
  await expectOk(await fetch(upload_url, { method: 'PUT', body: FILE }));
  const { id, slug } = await api.call(commitFileShare, { body: { file_id } });
  const read = await expectOk(await fetch(`${server.url}/api/file-download/${slug}`));
  if (read !== FILE) throw new Error('another file');
  await api.call(deleteFileShares, { body: { ids: [id] } });
  requests += 5;
};

const dav = async (caller: number) => {
  const folder = `/dav/soak/caller-${caller}`;
  const call = (method: string, path: string, options: RequestInit = {}) =>
    fetch(server.url + path, {
      ...options,
      method,
      headers: { authorization: basic, ...options.headers },
    }).then(expectOk);
  await call('MKCOL', `${folder}/`);
  for (let file = 0; file < 5; file += 1)
    await call('PUT', `${folder}/${file}.txt`, { body: FILE });
  await call('PROPFIND', `${folder}/`, { headers: { depth: '1' } });
  await call('GET', `${folder}/0.txt`);
  await call('MOVE', `${folder}/0.txt`, {
    headers: { destination: `${server.url}${folder}/moved.txt` },
  });
  await call('DELETE', `${folder}/`);
  requests += 10;
};

const listings = async () => {
  await api.call(listDirectory, { query: { path: '/soak' } });
  await expectOk(await fetch(`${server.url}/`));
  requests += 2;
};

async function expectOk(reply: Response): Promise<string> {
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${reply.status} ${reply.url} ${text.slice(0, 200)}`);
  return text;
}

async function repeat(task: (caller: number) => Promise<void>, caller: number): Promise<void> {
  while (performance.now() < endsAt) {
    await task(caller).catch((error) => errors.push(String(error)));
    await sleep(PAUSE_MS);
  }
}

async function measure(): Promise<void> {
  const rows = [];
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    const before = requests;
    await sleep(60_000);
    const status = readFileSync(`/proc/${server.processId}/status`, 'utf8');
    rows.push({
      minute,
      requests: requests - before,
      errors: errors.length,
      'memory MiB': Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024),
      'lag p99 ms': await readLag(),
    });
  }
  console.table(rows);
}

/** Longest delay of the event loop since the last call, in milliseconds. */
async function readLag(): Promise<number> {
  const reply = await fetch(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const lag = /^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(await reply.text())?.[1];
  return Math.round(Number(lag) * 1000);
}

try {
  const tasks = [texts, files, dav, listings].flatMap((task) =>
    Array.from({ length: CALLERS_OF_EACH }, (_, caller) => repeat(task, caller)),
  );
  await Promise.all([measure(), ...tasks]);
  for (const error of errors.slice(0, 5)) console.info(error);
  console.info(
    `${requests} requests, ${errors.length} errors (goal 0), peak memory ${server.peakMemoryMebibytes().toFixed(0)} MiB`,
  );
} finally {
  await server.stop();
}
