// Many small files into the server itself, at the end of a line with latency: as shares, into a bundle and into a
// mount, compared to one plain request a file. `npm run bench small-files shares` runs one section; FILES, BYTES,
// LATENCY_MS and ROUNDS change what is sent.
import { join } from 'node:path';
import { createClient } from '@satchel/api-client';
import { logInWithToken } from './log-in.ts';
import { median } from './median.ts';
import { type StartedProcess, start, startSatchel } from './start-processes.ts';
import { runSections } from './upload-rounds.ts';

const FILES = Number(process.env.FILES ?? 1000);
const BYTES = Number(process.env.BYTES ?? 100 * 1024);
const LATENCY_MS = Number(process.env.LATENCY_MS ?? 50);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
/** Requests at once without an engine: the number of connections that browsers open. */
const PLAIN_AT_ONCE = 6;

const content = new Uint8Array(BYTES).fill(120);
const names = Array.from({ length: FILES }, (_, index) => `file ${index}.bin`);

const satchel = await startSatchel();
const line = await startLine(satchel.url);
const { token } = await logInWithToken(satchel.url);
let requests = 0;
const client = createClient({
  baseUrl: line.url,
  credential: () => ({ kind: 'admin', token }),
  fetch: (...request) => {
    requests += 1;
    return fetch(...request);
  },
});

function startLine(target: string): Promise<StartedProcess> {
  return start([join(import.meta.dirname, 'delay-proxy.ts')], {
    TARGET: target,
    DELAY_MS: String(LATENCY_MS / 2),
  });
}

async function sendPlainly(pathOf: (name: string) => string): Promise<void> {
  const queue = names.values();
  const lanes = Array.from({ length: PLAIN_AT_ONCE }, async () => {
    for (const name of queue) {
      const reply = await fetch(line.url + pathOf(encodeURIComponent(name)), {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}` },
        body: content,
      });
      if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`);
      await reply.arrayBuffer();
    }
  });
  await Promise.all(lanes);
}

const fileOf = (name: string) => new File([content], name);

async function compare(
  title: string,
  ways: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  const results = new Map(Object.keys(ways).map((name) => [name, [] as number[]]));
  const rows: Record<string, object> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, send] of Object.entries(ways)) {
      const [before, cpuBefore] = [performance.now(), satchel.cpuSeconds()];
      requests = 0;
      await send();
      results.get(name)?.push((performance.now() - before) / 1000);
      const [ours = []] = results.values();
      const own = results.get(name) ?? [];
      rows[name] = {
        seconds: median(own).toFixed(2),
        'its time / ours': median(own.map((each, index) => each / (ours[index] ?? 1))).toFixed(2),
        'seconds of the server': (satchel.cpuSeconds() - cpuBefore).toFixed(2),
        calls: requests,
      };
    }
  }
  console.info(`\n${title}: ${FILES} files of ${BYTES} bytes, ${LATENCY_MS} ms`);
  console.table(rows);
}

const sections = {
  shares: () =>
    compare('shares', {
      ours: () => Promise.all(names.map((name) => client.fileShares.upload(fileOf(name)).done)),
      'plain PUT': () => sendPlainly((name) => `/api/upload-direct/${name}`),
    }),
  bundle: () =>
    compare('a bundle', {
      async ours() {
        const { id: bundle_id } = await client.bundles.create({ body: {} });
        const upload = (name: string) =>
          client.fileShares.upload(fileOf(name), { share: { bundle_id, relative_path: name } });
        await Promise.all(names.map((name) => upload(name).done));
      },
      async 'plain PUT'() {
        const { id } = await client.bundles.create({ body: {} });
        await sendPlainly((name) => `/api/upload-direct/${name}?bundle_id=${id}`);
      },
    }),
  async mount() {
    const { id } = (await client.storageConfigs.list())[0] ?? { id: '' };
    await client.mounts.create({
      body: { name: 'bench', storage_type: 'S3', storage_config_id: id, mount_path: '/bench' },
    });
    let round = 0;
    await compare('a mount', {
      ours() {
        round += 1;
        const upload = (name: string) => client.fs.upload(`/bench/${round}`, fileOf(name));
        return Promise.all(names.map((name) => upload(name).done));
      },
      'WebDAV PUT'() {
        round += 1;
        return sendPlainly((name) => `/dav/bench/plain-${round}-${name}`);
      },
    });
  },
};

try {
  await runSections(sections);
} finally {
  await line.stop();
  await satchel.stop();
}
