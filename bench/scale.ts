// An instance with a million shares of each kind, a thousand mounts and two million names, compared to an
// empty one. `SCALE=0.1` uses a tenth of it, `DATABASE=sqlite` or `postgresql` measures only one database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '@satchel/api-client';
import { dashboardStats } from '@satchel/api-client/contract/dashboard';
import { listFileShares } from '@satchel/api-client/contract/file-shares';
import { listDirectory, removeEntries } from '@satchel/api-client/contract/file-system';
import { createMount } from '@satchel/api-client/contract/mounts';
import { searchFiles } from '@satchel/api-client/contract/search';
import { createStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { listTextShares } from '@satchel/api-client/contract/text-shares';
import { commandArguments } from '@satchel/server/server-process';
import { createDatabase, findPostgres, startPostgres } from '@satchel/server/test/start-postgres';
import { startHealthProbe } from './health-probe.ts';
import { logIn } from './log-in.ts';
import type { LoopDelay } from './loop-delay.ts';
import { type MadeUpStore, startMadeUpStore } from './made-up-store.ts';
import { fill, type Size, sizeOf } from './scale-rows.ts';
import { ADMIN, type StartedProcess, startSatchel } from './start-processes.ts';

const SCALE = Number(process.env.SCALE ?? 1);
const ROUNDS = 15;
/**
 * Minimum time per call, so that the 99th percentile is one of hundreds; and maximum, unless one call takes
 * longer.
 */
const [MIN_TIME_MS, TIME_MS] = [3000, 20_000];
/** Goals: health at the 99th percentile above idle, pages in the median, memory above an empty instance. */
const GOALS = { healthMs: 25, pageMs: 50, memoryMebibytes: 150 };
const size = sizeOf(SCALE);
const basic = `Basic ${Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')}`;

const store = await startMadeUpStore([
  { prefix: 'big/', count: Math.round(200_000 * SCALE), sizeBytes: 1 },
]);
const binaries = findPostgres();
if (!binaries) throw new Error('PostgreSQL is needed: apt-get install postgresql');
const postgres = await startPostgres(binaries);
for (const kind of ['sqlite', 'postgresql'] as const) {
  if (process.env.DATABASE && process.env.DATABASE !== kind) continue;
  await compare(kind, store, size);
}
await postgres.stop();
await store.stop();

async function compare(kind: 'sqlite' | 'postgresql', { url }: MadeUpStore, full: Size) {
  const empty = await measure(kind, url, undefined);
  const filled = await measure(kind, url, full);
  console.info(
    `\n${kind}, scale ${SCALE}: p50 in ms; meanwhile p99 in ms (idle: ${tell(filled.idle)})`,
  );
  for (const [name, watched] of filled.calls) {
    const before = empty.calls.get(name);
    const isSlow = name.startsWith('page') && watched.medianMs > GOALS.pageMs;
    const isBlocking = watched.healthMs - filled.idle.healthMs > GOALS.healthMs;
    console.info(
      `  ${name.padEnd(28)}${tell(watched)} (empty ${before?.medianMs.toFixed(0)})${isSlow || isBlocking ? '  MISSED' : ''}`,
    );
  }
  const more = filled.mebibytes - empty.mebibytes;
  console.info(
    `  memory ${filled.mebibytes.toFixed(0)} MiB, ${more.toFixed(0)} above the empty instance (goal ${GOALS.memoryMebibytes}); start ${filled.startMs.toFixed(0)} ms`,
  );
}

interface Watched {
  readonly medianMs: number;
  readonly healthMs: number;
  readonly loop: LoopDelay;
}

interface Measured {
  readonly calls: ReadonlyMap<string, Watched>;
  readonly idle: Watched;
  readonly mebibytes: number;
  readonly startMs: number;
}

function tell({ medianMs, healthMs, loop: { lateMs, ownMs } }: Watched): string {
  const [median, health, late, own] = [medianMs, healthMs, lateMs, ownMs].map((ms) =>
    ms.toFixed(0),
  );
  return `${median?.padStart(6)}, health ${health}, loop late ${late}, of itself ${own}`;
}

async function measure(
  kind: 'sqlite' | 'postgresql',
  storageUrl: string,
  rows: Size | undefined,
): Promise<Measured> {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-scale-'));
  const databaseUrl = kind === 'postgresql' ? await createDatabase(postgres.url) : undefined;
  const environment = {
    DATA_DIR: directory,
    SECRET_KEY: 'the secret key of nothing but a benchmark',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  };
  const loopFile = join(directory, 'loop-delay.json');
  const loopWatch = {
    NODE_OPTIONS: `--import ${new URL('loop-delay.ts', import.meta.url).href}`,
    LOOP_DELAY_FILE: loopFile,
  };
  const first = await startSatchel(environment);
  const configId = await prepare(await logIn(first.url), storageUrl);
  await first.stop();
  const location =
    databaseUrl === undefined ? { sqlitePath: join(directory, 'satchel.db') } : { databaseUrl };
  const fillingAt = performance.now();
  if (rows) await fill(location, configId, rows);
  const startedAt = performance.now();
  const server = await startSatchel({ ...environment, ...loopWatch });
  const startMs = performance.now() - startedAt;
  console.info(
    `${kind}: filled in ${((startedAt - fillingAt) / 1000).toFixed(0)} s, started in ${startMs.toFixed(0)} ms`,
  );
  const calls = new Map<string, Watched>();
  const api = await logIn(server.url);
  const loop = () => readLoop(server, loopFile);
  const idle = await watch(server.url, loop, () => sleep(300));
  for (const [name, call] of callsOf(api, server.url, environment, rows)) {
    const measured = await watch(server.url, loop, call);
    calls.set(name, measured);
    console.info(`${rows ? 'filled' : 'empty'} ${kind}, ${name}: ${tell(measured)}`);
  }
  const mebibytes = memoryOf(server);
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
  return { calls, idle, mebibytes, startMs };
}

/** Creates a mount of the made-up store and indexes its names; returns its storage config. */
async function prepare(api: ApiClient, endpoint_url: string): Promise<string> {
  const { id } = await api.call(createStorageConfig, {
    body: {
      name: 'Made up',
      provider_type: 'Other',
      endpoint_url,
      bucket_name: 'made-up',
      access_key_id: 'key',
      secret_access_key: 'secret',
      path_style: true,
    },
  });
  const mount = { name: 'Made up', storage_type: 'S3', mount_path: '/made-up' } as const;
  await api.call(createMount, { body: { ...mount, storage_config_id: id, cache_ttl: 86_400 } });
  // Asks for this mount alone, because the others have an index earlier.
  const query = { q: 'zzzz', scope: 'directory', path: '/made-up' } as const;
  for (;;) {
    const { indexedAt } = await api.call(searchFiles, { query });
    if (indexedAt !== null) return id;
    await sleep(500);
  }
}

function callsOf(
  api: ApiClient,
  url: string,
  environment: Readonly<Record<string, string>>,
  rows: Size | undefined,
): ReadonlyMap<string, () => Promise<unknown>> {
  const last = Math.max(0, (rows?.textShares ?? 0) - 20);
  const texts = (query: object) => () =>
    api.call(listTextShares, { query: { limit: 20, ...query } });
  const files = (query: object) => () =>
    api.call(listFileShares, { query: { limit: 20, ...query } });
  const names = (q: string) => () => api.call(searchFiles, { query: { q } });
  let removed = 0;
  return new Map<string, () => Promise<unknown>>([
    ['page of texts, first', texts({})],
    ['page of texts, middle', texts({ offset: last >> 1 })],
    ['page of texts, last', texts({ offset: last })],
    ['page of texts by views', texts({ sort: 'views' })],
    ['page of texts, search', texts({ search: '000077777' })],
    ['page of files, last', files({ offset: last })],
    ['page of files, search', files({ search: 'holiday-000077777' })],
    ['page of names, rare', names('-77777.pdf')],
    ['page of names, none', names('nowhere-to-be-found')],
    ['page of names, all', names('.pdf')],
    ['dashboard', () => api.call(dashboardStats, {})],
    // Only for PostgreSQL, because on SQLite only the server itself sweeps, every ten minutes.
    ...('DATABASE_URL' in environment ? ([['sweep', () => sweep(environment)]] as const) : []),
    [
      'removal of 10 files',
      () => {
        removed += 10;
        const paths = Array.from({ length: 10 }, (_, at) => `/made-up/names/gone-${removed + at}`);
        return api.call(removeEntries, { body: { paths } });
      },
    ],
    [
      'list, first 100',
      () => api.call(listDirectory, { query: { path: '/made-up/big', limit: 100 } }),
    ],
    // Skipped for the empty instance, because PROPFIND grows it too, and the comparison is about growth.
    ...(rows ? ([['PROPFIND', () => propfind(`${url}/dav/made-up/big/`)]] as const) : []),
  ]);
}

async function propfind(url: string): Promise<void> {
  const response = await fetch(url, {
    method: 'PROPFIND',
    headers: { authorization: basic, depth: '1' },
  });
  for await (const _ of response.body ?? []);
}

async function sweep(environment: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn(process.execPath, [...commandArguments, 'sweep'], {
    env: {
      PATH: process.env.PATH,
      ...environment,
      DATA_DIR: join(tmpdir(), 'satchel-scale-sweep'),
      EMBEDDED_STORE: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'exit');
}

/** Measures the median of a call, and the 99th percentile of another caller's wait in the meantime. */
async function watch(
  url: string,
  readDelay: () => Promise<LoopDelay>,
  call: () => Promise<unknown>,
): Promise<Watched> {
  const time = async () => {
    const start = performance.now();
    await call();
    return performance.now() - start;
  };
  const first = await time();
  const probe = await startHealthProbe(url);
  await readDelay();
  const times: number[] = [];
  const startedAt = performance.now();
  const passedMs = () => performance.now() - startedAt;
  while (
    times.length === 0 ||
    ((times.length < ROUNDS || passedMs() < MIN_TIME_MS) && passedMs() + first < TIME_MS)
  ) {
    times.push(await time());
  }
  const loop = await readDelay();
  const health = await probe.stop();
  return { medianMs: percentile(times, 0.5), healthMs: percentile(health, 0.99), loop };
}

/** Reads the delay of the server's event loop since the last call. */
async function readLoop({ processId }: StartedProcess, path: string): Promise<LoopDelay> {
  rmSync(path, { force: true });
  process.kill(processId, 'SIGUSR2');
  while (!existsSync(path)) await sleep(5);
  await sleep(5);
  return JSON.parse(readFileSync(path, 'utf8'));
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function memoryOf({ processId }: StartedProcess): number {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
