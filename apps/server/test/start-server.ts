import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { ApiClient, Credential } from '@satchel/api-client';
import { pino } from 'pino';
import { inject } from 'vitest';
import { buildApp } from '../src/app.ts';
import { compose, type Services } from '../src/compose.ts';
import { type Config, parseConfig } from '../src/config/config.ts';
import { raiseCacheVersion } from '../src/database/cache-versions.ts';
import { connectDatabase } from '../src/database/database.ts';
import { createApiKeyRepository } from '../src/features/api-keys/repository.ts';
import type { StallTimeouts } from '../src/http/server/stalled-connections.ts';
import { hashToken, randomToken } from '../src/security/random.ts';
import { createCheckedClient } from './checked-client.ts';
import { createDatabase } from './start-postgres.ts';

export type DatabaseName = 'sqlite' | 'postgresql';

/** Databases of every integration suite: SQLite always, PostgreSQL if there is one. */
export const DATABASES: readonly DatabaseName[] =
  inject('postgresUrl') === undefined ? ['sqlite'] : ['sqlite', 'postgresql'];

/** Database of suites about rules in which no database has a part, such as permissions. */
export const ANY_DATABASE: readonly DatabaseName[] = ['sqlite'];

/** Secret key of every server on PostgreSQL, so that two of them can share a database. */
export const SECRET_KEY = 'one secret for every server on a database';

export const ADMIN = { username: 'admin', password: 'correct-horse-battery' } as const;

/** Credentials of the embedded store, for tests that use it as S3. */
export const EMBEDDED_CREDENTIALS = {
  accessKeyId: 'embedded-tests',
  secretAccessKey: 'the secret of the embedded store in tests',
} as const;

export interface TestApiKey {
  readonly id: string;
  readonly key: string;
  readonly api: ApiClient;
  readonly authorization: string;
}

export interface TestServer {
  readonly url: string;
  readonly services: Services;
  readonly prisma: Awaited<ReturnType<typeof connectDatabase>>['prisma'];
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  /** Client of the administrator; checks every reply against the contract. */
  readonly api: ApiClient;
  readonly anonymous: ApiClient;
  /** The administrator's `Authorization` header. */
  readonly authorization: string;
  /** Log of the server, one JSON line each. */
  readonly logs: readonly string[];
  apiAs(credential: Credential | undefined, language?: string): ApiClient;
  createApiKey(options?: {
    permissions?: number;
    basePath?: string;
    expiresAt?: Date;
    key?: string;
  }): Promise<TestApiKey>;
  now(): Date;
  moveClock(milliseconds: number): void;
  /** Drops the server's caches, after a test has changed rows without the server noticing. */
  forget(): Promise<void>;
  /** Runs all jobs; returns how many items each has removed, without jobs that another run had. */
  sweep(): Promise<Readonly<Record<string, number>>>;
  close(): Promise<void>;
}

/** Address of a new database with all tables on PostgreSQL; undefined for SQLite. */
export async function newDatabaseUrl(kind: DatabaseName): Promise<string | undefined> {
  const serverUrl = inject('postgresUrl');
  return kind === 'postgresql' && serverUrl
    ? createDatabase(serverUrl, inject('migratedDatabase'))
    : undefined;
}

/** Starts the real app on loopback, with its own database and data folder. */
export async function startServer(
  database: DatabaseName,
  env: Readonly<Record<string, string>> = {},
  outgoing: Parameters<typeof compose>[3] = {},
  stallTimeouts?: StallTimeouts,
  timeouts: Parameters<typeof compose>[4] = {},
): Promise<TestServer> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'satchel-server-'));
  if (database === 'sqlite') await cp(inject('migratedSqlite'), dataDirectory, { recursive: true });
  const databaseUrl = env.DATABASE_URL ?? (await newDatabaseUrl(database));
  const config = parseConfig(
    {
      DATA_DIR: dataDirectory,
      HOST: '127.0.0.1',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'silent',
      // A machine that runs tests may lag for seconds, which these tests do not check.
      OVERLOAD_DELAY_MS: '0',
      S3_ACCESS_KEY_ID: EMBEDDED_CREDENTIALS.accessKeyId,
      S3_SECRET_ACCESS_KEY: EMBEDDED_CREDENTIALS.secretAccessKey,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl, SECRET_KEY } : {}),
      // The first server on a shared database has the embedded store.
      EMBEDDED_STORE: env.DATABASE_URL === undefined ? 'on' : 'off',
      ...env,
    },
    dataDirectory,
  );
  let offsetMs = 0;
  const clock = { now: () => new Date(Date.now() + offsetMs) };
  const logs: string[] = [];
  const onError = (error: unknown) => void logs.push(`background: ${error}`);
  const services = await compose(config, clock, onError, outgoing, timeouts);
  // Tests make the mounts that they are about; startup.integration.test.ts covers the first one.
  if (env.DATABASE_URL === undefined) {
    for (const { id } of await services.mounts.list()) await services.mounts.remove(id);
  }
  await services.fileSystem.operations.start();
  const app = await buildApp({
    config,
    services,
    logger: createLogger(config, logs),
    webDirectory: join(dataDirectory, 'web'),
    // Tests send no more requests once they close the server.
    lingerMs: 0,
    ...(stallTimeouts ? { stallTimeouts } : {}),
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  // Second connection, to read rows and change them without the server noticing.
  const { prisma, close: closeDatabase } = await connectDatabase({
    dataDirectory,
    databaseUrl: config.databaseUrl,
    onError: () => undefined,
  });
  const { token } = await services.sessions.login(ADMIN.username, ADMIN.password, 'tests');
  const apiAs: TestServer['apiAs'] = (credential, language) =>
    createCheckedClient(url, credential, language);

  return {
    url,
    services,
    prisma,
    dataDirectory,
    databaseUrl,
    api: apiAs({ kind: 'admin', token }),
    anonymous: apiAs(undefined),
    authorization: `Bearer ${token}`,
    logs,
    apiAs,
    async createApiKey({ permissions = 0, basePath = '/', expiresAt, key = randomToken() } = {}) {
      const id = randomUUID();
      const now = clock.now();
      await createApiKeyRepository(prisma).create({
        id,
        name: `key-${id}`,
        keyHash: hashToken(key),
        keyMasked: `${key.slice(0, 6)}...`,
        permissions,
        role: 'GENERAL',
        basicPath: basePath,
        isGuest: false,
        lastUsedAt: null,
        expiresAt: expiresAt ?? new Date('9999-12-31T23:59:59Z'),
        createdAt: now,
        updatedAt: now,
      });
      return { id, key, api: apiAs({ kind: 'apiKey', key }), authorization: `ApiKey ${key}` };
    },
    now: clock.now,
    moveClock(milliseconds) {
      offsetMs += milliseconds;
    },
    async forget() {
      for (const topic of ['settings', 'mounts', 'storage-configs', 'credentials'] as const) {
        await raiseCacheVersion(prisma, topic);
        await services.changes.publish(topic, '');
      }
    },
    async sweep() {
      const counts: Record<string, number> = {};
      for (const [name, report] of await services.jobs.runAll()) {
        if (report.outcome === 'failed') throw new Error(`the job ${name} failed`);
        if (report.outcome === 'done') counts[name] = report.count;
      }
      return counts;
    },
    async close() {
      await app.close();
      await services.close();
      await closeDatabase();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

function createLogger(config: Config, logs: string[]) {
  const sink = new Writable({
    write(line, _encoding, done) {
      logs.push(String(line));
      done();
    },
  });
  return pino({ level: config.logLevel }, sink);
}
