import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { DATABASE_OPTIONS } from '../../test/database-options.ts';
import { storageConfigRow } from '../../test/listed-bucket.ts';
import { startPostgresProxy } from '../../test/postgres-proxy.ts';
import { createDatabase } from '../../test/start-postgres.ts';
import { createNameSearch } from '../bucket-index/name-search.ts';
import { connectDatabase, openDatabase } from './database.ts';
import { explainDatabaseError } from './database-failure.ts';
import { DEFAULT_POSTGRES_POOL, type PostgresPool } from './postgres-connection.ts';

const INDEX = 'bucket_entries_search_name_trigrams';
const serverUrl = inject('postgresUrl');

describe.skipIf(serverUrl === undefined)('PostgreSQL', () => {
  const create = () => createDatabase(serverUrl ?? '');
  const query = async (databaseUrl: string, sql: string) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const open = (databaseUrl: string) =>
    openDatabase({ ...DATABASE_OPTIONS, dataDirectory: 'unused', databaseUrl });
  const connect = (databaseUrl: string, pool: Partial<PostgresPool>) =>
    connectDatabase({
      dataDirectory: 'unused',
      databaseUrl,
      databasePool: { ...DEFAULT_POSTGRES_POOL, ...pool },
      onError: () => undefined,
    });
  const isIndexed = async (databaseUrl: string) =>
    (await query(databaseUrl, `SELECT 1 FROM pg_indexes WHERE indexname = '${INDEX}'`)).length > 0;
  const fill = async (databaseUrl: string) => {
    const { prisma, close } = await connect(databaseUrl, {});
    await prisma.storageConfig.create({ data: storageConfigRow('bucket', new Date()) });
    await close();
    await query(
      databaseUrl,
      `INSERT INTO bucket_entries
       SELECT 'bucket', 'd/Name-' || n, 'name-' || n, n, 'e', n, 1, false
       FROM generate_series(1, 20000) n`,
    );
    await query(databaseUrl, 'ANALYZE bucket_entries');
  };
  const search = async (databaseUrl: string, name: string) => {
    const { prisma, close } = await connect(databaseUrl, {});
    const { hits } = await createNameSearch(
      prisma,
      'postgresql',
    )({
      name,
      regions: [{ configId: 'bucket', prefix: '', hidden: [] }],
      places: [{ place: 0, region: 0 }],
      limit: 10,
      offset: 0,
    });
    await close();
    return hits.map(({ key }) => key);
  };

  it('finds a part of a name by an index of trigrams', async () => {
    const databaseUrl = await create();
    await (await open(databaseUrl)).close();
    await fill(databaseUrl);
    expect(await isIndexed(databaseUrl)).toBe(true);
    expect(await search(databaseUrl, '-17391')).toEqual(['d/Name-17391']);
    const plan = await query(
      databaseUrl,
      `EXPLAIN SELECT key FROM bucket_entries
       WHERE storage_config_id = 'bucket' AND search_name LIKE '%-17391%'`,
    );
    expect(JSON.stringify(plan)).toContain(INDEX);
    // The next start accepts the existing index.
    await (await open(databaseUrl)).close();
  });

  it('starts and searches where its user may create neither extension nor index, and has one once it may', async () => {
    const databaseUrl = await create();
    const name = new URL(databaseUrl).pathname.slice(1);
    const user = `limited_${name.slice(-8)}`;
    await (await open(databaseUrl)).close();
    await query(databaseUrl, 'DROP EXTENSION pg_trgm CASCADE');
    await query(databaseUrl, `CREATE ROLE ${user} LOGIN`);
    await query(databaseUrl, `GRANT ALL ON SCHEMA public TO ${user}`);
    await query(databaseUrl, `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${user}`);
    const limitedUrl = Object.assign(new URL(databaseUrl), { username: user }).href;
    await (await open(limitedUrl)).close();
    await fill(limitedUrl);
    expect(await isIndexed(limitedUrl)).toBe(false);
    expect(await search(limitedUrl, '-17391')).toEqual(['d/Name-17391']);

    await query(databaseUrl, 'CREATE SCHEMA elsewhere');
    await query(databaseUrl, 'CREATE EXTENSION pg_trgm SCHEMA elsewhere');
    await query(databaseUrl, `GRANT USAGE ON SCHEMA elsewhere TO ${user}`);
    await (await open(limitedUrl)).close();
    expect(await isIndexed(limitedUrl)).toBe(false);
    await query(databaseUrl, `ALTER TABLE bucket_entries OWNER TO ${user}`);
    await (await open(limitedUrl)).close();
    expect(await isIndexed(limitedUrl)).toBe(true);
    expect(await search(limitedUrl, '-17391')).toEqual(['d/Name-17391']);
  });

  it('gives up a statement that takes longer than it may', async () => {
    const databaseUrl = await create();
    const limited = await connect(databaseUrl, { statementTimeoutMs: 200 });
    await expect(limited.prisma.$executeRaw`SELECT pg_sleep(30)`).rejects.toThrow(
      /statement timeout/,
    );
    await limited.close();
    const unlimited = await connect(databaseUrl, { statementTimeoutMs: 0 });
    expect(await unlimited.prisma.$queryRaw`SHOW statement_timeout`).toEqual([
      { statement_timeout: '0' },
    ]);
    await unlimited.close();
  });

  it("lets a transaction take longer than Prisma's own five seconds, as on a busy server", async () => {
    const { prisma, close } = await connect(await create(), {});
    const slow = prisma.$transaction(async (transaction) => {
      await transaction.$executeRaw`SELECT pg_sleep(6)`;
      return transaction.$queryRaw`SELECT 1 AS one`;
    });
    await expect(slow).resolves.toEqual([{ one: 1 }]);
    await close();
  });

  it('ends a connection that is open on this side only, in a transaction too', async () => {
    const proxy = await startPostgresProxy(await create());
    const database = await connect(proxy.url, { statementTimeoutMs: 100, size: 2 });
    const { prisma } = database;
    const began = Promise.withResolvers<void>();
    const silenced = Promise.withResolvers<void>();
    const inTransaction = prisma.$transaction(
      async (transaction) => {
        await transaction.$queryRaw`SELECT 1`;
        began.resolve();
        await silenced.promise;
        await transaction.$queryRaw`SELECT 2`;
      },
      { timeout: 60_000 },
    );
    const transactionFailure = inTransaction.catch((error: unknown) => error);
    await began.promise;
    // Opens the second connection.
    await prisma.$queryRaw`SELECT 1`;
    proxy.silence();
    silenced.resolve();
    const failures = [
      await prisma.$queryRaw`SELECT 1`.catch((error: unknown) => error),
      await transactionFailure,
    ];
    expect(failures.map(explainDatabaseError)).toEqual(['unavailable', 'unavailable']);
    const answers = await Promise.all([1, 2, 3].map(() => prisma.$queryRaw`SELECT 1 AS one`));
    expect(answers).toEqual([[{ one: 1 }], [{ one: 1 }], [{ one: 1 }]]);
    await database.close();
    await proxy.close();
  });

  it('says that the database is away where its connection was lost or closed before', async () => {
    const [lost, closed] = [1, 2].map(() => new pg.Client({ connectionString: serverUrl }));
    const failures: unknown[] = [];
    const ask = (client?: pg.Client) =>
      client?.query('SELECT 1').catch((error: unknown) => failures.push(error));
    for (const client of [lost, closed]) {
      client?.on('error', () => undefined);
      await client?.connect();
    }
    await lost?.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    await ask(lost);
    await closed?.end();
    await ask(closed);
    expect(failures.map(explainDatabaseError)).toEqual(['unavailable', 'unavailable']);
  });

  it('opens no more connections than its pool has, and waits for one as long as it may', async () => {
    const databaseUrl = await create();
    const database = await connect(databaseUrl, { size: 1, connectTimeoutMs: 300 });
    const busy = database.prisma.$executeRaw`SELECT pg_sleep(2)`.then(() => undefined);
    await expect(database.prisma.$queryRaw`SELECT 1`).rejects.toThrow(/timeout/i);
    await busy;
    expect(await database.prisma.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    await database.close();
  });
});
