import { spawn } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalS3, openLocalS3 } from '../src/local-s3.ts';
import { createStoreCaller } from './store-caller.ts';

const ROUNDS = 25;
const CHILD = join(import.meta.dirname, 'kill-child.ts');

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'satchel-kill-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Contents that each key may have: the last acknowledged one, or the one that was being written. */
type Possible = Map<string, Set<string>>;

async function killInTheMiddle(possible: Possible): Promise<number> {
  const child = spawn(process.execPath, [CHILD, directory], { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const eventsBeforeKill = randomInt(1, 200);
  let events = 0;
  let acknowledged = 0;
  let rest = '';
  child.stdout.on('data', (data) => {
    const lines = `${rest}${data}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [event = '', key = '', state = ''] = line.split(' ');
      if (event === 'done') acknowledged += 1;
      const states = possible.get(key) ?? new Set(['none']);
      possible.set(key, event === 'done' ? new Set([state]) : states.add(state));
      events += 1;
      // Kills the child some milliseconds after the event, to hit any point of the next change.
      if (events === eventsBeforeKill) setTimeout(() => child.kill('SIGKILL'), randomInt(20));
    }
  });
  const signal = await new Promise((resolve) => child.once('close', (_, by) => resolve(by)));
  expect(signal, errors).toBe('SIGKILL');
  return acknowledged;
}

async function readState(store: LocalS3, key: string): Promise<string> {
  const reply = await createStoreCaller(store)('GET', `/bucket/${key}`);
  if (reply.status === 404) return 'none';
  expect(reply.status).toBe(200);
  expect(reply.body.length).toBe(Number(reply.headers['content-length']));
  return createHash('sha256').update(reply.body).digest('hex');
}

/** Data files and directories, and the files in tmp. */
async function filesOnDisk(): Promise<{ data: string[]; temporary: string[] }> {
  const bucket = join(directory, 'buckets', 'bucket');
  const data: string[] = [];
  for (const shard of await readdir(join(bucket, 'data'))) {
    data.push(...(await readdir(join(bucket, 'data', shard))));
  }
  const temporary = await readdir(join(bucket, 'tmp'));
  return { data, temporary: [...temporary, ...(await readdir(join(directory, 'tmp')))] };
}

async function countUploads(store: LocalS3): Promise<number> {
  const { body } = await createStoreCaller(store)('GET', '/bucket?uploads');
  return body.toString().split('<Upload>').length - 1;
}

async function abortUploads(store: LocalS3): Promise<void> {
  const call = createStoreCaller(store);
  const { body } = await call('GET', '/bucket?uploads');
  const uploads = body.toString().matchAll(/<Key>([^<]+)<\/Key><UploadId>([^<]+)</g);
  for (const [, key, id] of uploads) await call('DELETE', `/bucket/${key}?uploadId=${id}`);
}

test('whatever was acknowledged before a kill -9 is whole, and nothing half-made is left (SECURITY 12)', async () => {
  const possible: Possible = new Map();
  let acknowledged = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    acknowledged += await killInTheMiddle(possible);
    const store = await openLocalS3({ directory, credentials: [] });
    try {
      let objects = 0;
      for (const [key, states] of possible) {
        const state = await readState(store, key);
        expect([...states], `${key} in round ${round}`).toContain(state);
        possible.set(key, new Set([state]));
        if (state !== 'none') objects += 1;
      }
      const { data, temporary } = await filesOnDisk();
      expect(temporary).toEqual([]);
      expect(data).toHaveLength(objects + (await countUploads(store)));
      await abortUploads(store);
      expect(await countUploads(store)).toBe(0);
    } finally {
      await store.close();
    }
    expect((await filesOnDisk()).temporary).toEqual([]);
  }
  // Otherwise the child was killed before it did anything, and the test has proved nothing.
  expect(acknowledged).toBeGreaterThan(ROUNDS);
}, 180_000);
