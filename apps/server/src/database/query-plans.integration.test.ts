import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  SqlQueryable,
} from '@prisma/driver-adapter-utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIndexStatements } from '#bucket-index/index-rows.ts';
import { createNameSearch } from '#bucket-index/name-search.ts';
import { createAuditRepository } from '#features/audit-log/repository.ts';
import { createDashboardRepository } from '#features/dashboard/repository.ts';
import { createFileShareRepository, type FileShare } from '#features/file-shares/repository.ts';
import { createOperationRepository } from '#features/file-system/operations/repository.ts';
import { createDeadProperties } from '#features/file-system/properties/repository.ts';
import { createTextShareRepository } from '#features/text-shares/repository.ts';
import { findTaken } from '#ledger/conflicts.ts';
import { createLockRepository } from '#ledger/locks/lock-repository.ts';
import { createLedgerRepository } from '#ledger/repository.ts';
import { createRepeatedCallRepository } from '#repeated-calls/repository.ts';
import type { Authorized } from '#security/authorized.ts';
import { FILE_COLUMNS, TEXT_COLUMNS } from '#share-rules/share-list.ts';
import { DATABASE_OPTIONS } from '../../test/database-options.ts';
import { DATABASES, newDatabaseUrl } from '../../test/start-server.ts';
import { openDatabase, type PrismaClient } from './database.ts';
import { createSqliteAdapter } from './sqlite/sqlite-adapter.ts';

/** Tables whose number of rows depends on the use of the server. */
const GROWING =
  /\b(?:text_shares|file_shares|bucket_entries|dead_properties|object_writes|audit_events|repeated_calls|resource_locks|operations|pending_deletions)\b/;

const AT = new Date('2026-01-01T00:00:00.000Z');

/**
 * Forwards queries to a database, and records them together with the connection that can explain them.
 */
function recordQueries(factory: SqlDriverAdapterFactory, asked: SqlQuery[]) {
  const record = <Asked extends SqlQueryable>(queryable: Asked): Asked =>
    Object.assign(queryable, {
      queryRaw: keepFirst(queryable.queryRaw.bind(queryable), asked),
      executeRaw: keepFirst(queryable.executeRaw.bind(queryable), asked),
    });
  let connected: SqlDriverAdapter | undefined;
  return {
    factory: {
      provider: factory.provider,
      adapterName: factory.adapterName,
      async connect() {
        const adapter = await factory.connect();
        const start = adapter.startTransaction.bind(adapter);
        connected = { ...adapter, queryRaw: adapter.queryRaw.bind(adapter) } as SqlDriverAdapter;
        return Object.assign(record(adapter), {
          startTransaction: async (...level: Parameters<typeof start>) =>
            record(await start(...level)),
        });
      },
    } satisfies SqlDriverAdapterFactory,
    explain: async (query: SqlQuery, prefix: string) => {
      const { rows = [] } =
        (await connected?.queryRaw({ ...query, sql: `${prefix} ${query.sql}` })) ?? {};
      return rows.map((row) => String(row.at(-1))).join('\n');
    },
  };
}

const keepFirst =
  <Result>(run: (query: SqlQuery) => Promise<Result>, asked: SqlQuery[]) =>
  (query: SqlQuery) => {
    asked.push(query);
    return run(query);
  };

describe.each(DATABASES)('queries of tables that grow, on %s', (kind) => {
  const asked: SqlQuery[] = [];
  let directory = '';
  let prisma: PrismaClient;
  let explain: (query: SqlQuery, prefix: string) => Promise<string>;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-plans-'));
    const databaseUrl = await newDatabaseUrl(kind);
    const location = { dataDirectory: directory, databaseUrl };
    await (await openDatabase({ ...DATABASE_OPTIONS, ...location })).close();
    const recorded = recordQueries(
      databaseUrl === undefined
        ? createSqliteAdapter(join(directory, 'satchel.db'))
        : // The tables are empty, so sequential scans must look expensive to the planner.
          new PrismaPg({
            connectionString: databaseUrl,
            max: 1,
            options: '-c enable_seqscan=off -c enable_sort=off -c enable_incremental_sort=on',
          }),
      asked,
    );
    const client = await import(`../../generated/${kind}/client/client.ts`);
    prisma = new client.PrismaClient({ adapter: recorded.factory });
    explain = recorded.explain;
  });
  afterAll(async () => {
    await prisma.$disconnect();
    await rm(directory, { recursive: true, force: true });
  });

  const openFiles = () =>
    createFileShareRepository(
      { prisma, kind, transactTogether: (work) => prisma.$transaction(work) },
      { commitIn: async () => true },
    );

  /** Parts of a plan that mean a full scan of a table, or a sort of its rows. */
  const faultsOf = (plan: string) =>
    plan
      .split('\n')
      .filter((line) =>
        kind === 'sqlite'
          ? /^SCAN (?!.*(?:COVERING INDEX|USING INDEX|VIRTUAL TABLE|CONSTANT|json_each|VALUES))/.test(
              line,
            ) && GROWING.test(line)
          : new RegExp(`Seq Scan on (?:${GROWING.source})`).test(line) ||
            /(?:->|^) *Sort +\(/.test(line),
      );

  const check = async (work: () => Promise<unknown>) => {
    asked.length = 0;
    await work();
    const queries = asked.filter(
      // Skips plain inserts and queries whose condition is never true, which Prisma sends for empty lists.
      ({ sql }) => GROWING.test(sql) && !/WHERE 1=0|^\s*INSERT\b(?!.*\bSELECT\b)/is.test(sql),
    );
    expect(queries).not.toEqual([]);
    const faults: string[] = [];
    for (const query of queries) {
      const plan = await explain(query, kind === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN');
      const isSorted = kind === 'sqlite' && plan.includes('USE TEMP B-TREE FOR ORDER BY');
      if (isSorted || faultsOf(plan).length > 0) faults.push(`${query.sql}\n${plan}`);
    }
    expect(faults).toEqual([]);
  };

  it('list shares in every order without sorting them', async () => {
    const texts = createTextShareRepository(prisma, kind);
    const files = openFiles();
    await check(async () => {
      for (const order of ['asc', 'desc'] as const) {
        for (const by of Object.keys(TEXT_COLUMNS) as (keyof typeof TEXT_COLUMNS)[]) {
          await texts.list({}, { by, order }, 0, 20);
        }
        for (const by of Object.keys(FILE_COLUMNS) as (keyof typeof FILE_COLUMNS)[]) {
          await files.list({}, { by, order }, 0, 20);
        }
      }
    });
  });

  it("list one creator's shares, and those in a state, without sorting them", async () => {
    const texts = createTextShareRepository(prisma, kind);
    const files = openFiles();
    await check(async () => {
      for (const { list } of [texts, files]) {
        await list({ createdBy: 'x' }, { by: 'created', order: 'desc' }, 0, 20);
        for (const is of ['active', 'protected', 'limited', 'used_up'] as const) {
          await list({ state: { is, now: AT } }, { by: 'created', order: 'desc' }, 0, 20);
        }
        // A later page starts with a query for the count.
        for (const is of ['protected', 'limited', 'used_up', 'expired'] as const) {
          await list({ state: { is, now: AT } }, { by: 'created', order: 'desc' }, 20, 20);
        }
      }
    });
  });

  it.runIf(kind === 'sqlite')('search shares by trigrams', async () => {
    const texts = createTextShareRepository(prisma, kind);
    const sorting = { by: 'created', order: 'desc' } as const;
    await check(() => texts.list({ search: 'part of a text' }, sorting, 20, 20));
    const [query] = asked;
    const plan = query && (await explain(query, 'EXPLAIN QUERY PLAN'));
    expect(plan).toContain('VIRTUAL TABLE INDEX');
  });

  it.runIf(kind === 'postgresql')('search shares by trigrams before they sort', async () => {
    const texts = createTextShareRepository(prisma, kind);
    asked.length = 0;
    await texts.list({ search: 'part of a text' }, { by: 'created', order: 'desc' }, 0, 20);
    const [query] = asked;
    const plan = query && (await explain(query, 'EXPLAIN'));
    expect(plan).toMatch(/Index Scan.* on text_shares_search_text_trigrams/);
    expect(plan).not.toContain('created_at_id_idx on');
  });

  it('read, change and sweep texts', async () => {
    const texts = createTextShareRepository(prisma, kind);
    const share = { id: 'x', updatedAt: AT } as Parameters<typeof texts.spendView>[0];
    await check(async () => {
      await texts.findByIdOrSlug('x');
      await texts.spendView(share, AT);
      await texts.addViews(new Map([['x', 2]]));
      await texts.removeExpired(AT);
      await texts.removeUsedUp(AT, AT);
    });
  });

  it('read, change, move and sweep file shares', async () => {
    const files = openFiles();
    const share = { id: 'x', updatedAt: AT } as Authorized<FileShare>;
    await check(async () => {
      await files.findBySlug('x');
      await files.spendView('x', AT);
      await files.addViews(new Map([['x', 2]]));
      await files.follow('x', { from: 'a/', to: 'b/' });
      await files.follow('x', { from: 'a', to: 'b' });
      await files.removeUnchanged([share], AT);
      await files.listSweepable(AT, AT, 200);
      await files.listDeletions('x', 100);
      await files.forgetDeletions(['x']);
    });
  });

  it('keep dead properties', async () => {
    const properties = createDeadProperties(prisma, kind);
    const [from, to] = [
      { storageConfigId: 'x', name: 'a/' },
      { storageConfigId: 'x', name: 'b/' },
    ];
    await check(async () => {
      await properties.listOf('x', ['a', 'b'], [{ namespace: '', name: 'a' }]);
      await properties.change(from, [{ namespace: '', name: 'a', element: undefined }], 'me');
      await properties.remove('x', ['a/', 'b', 'c/d/']);
      await properties.move(from, to);
      await properties.copy(from, to, 'me');
    });
  });

  it('reserve, renew and sweep writes', async () => {
    const writes = createLedgerRepository(prisma);
    const claim = { operationId: null, createdBy: 'me', claim: 'exclusive' } as const;
    const names = ['a/b/', 'c'].map((objectKey) => ({
      ...claim,
      ...{ id: objectKey, objectKey, kind: 'change' as const },
    }));
    await check(async () => {
      await writes.abandon({ id: 'x' }, AT);
      await writes.abandon({ createdBy: 'x' }, AT);
      await writes.abandon({ mountId: 'x' }, AT);
      await writes.abandon({ storageConfigId: 'x' }, AT);
      await writes.isCompleting('x', AT);
      await writes.listOf(['x']);
      await writes.findBySlug('x');
      await writes.findByUpload('x', 'x');
      await writes.listOfOperation('x');
      await writes.listEnded(AT, 200);
      await writes.renew(['x'], AT, AT);
      await writes.remove(['x']);
      await findTaken(prisma, 'x', names, AT);
      await findTaken(prisma, 'x', names.slice(1), AT);
    });
  });

  it('keep locks', async () => {
    const locks = createLockRepository(prisma, kind);
    await check(async () => {
      await locks.refresh('x', 60, AT, AT);
      await locks.remove(['x', 'y']);
      await locks.removeOf('x');
      await locks.removeBelow('x', 'a/b', AT);
      await locks.listOf('x', { names: ['a/b'], below: [] }, AT);
      await locks.listOf('x', { names: ['a'], below: [''] }, AT);
      await locks.removeEnded(AT);
    });
  });

  it('search and count names', async () => {
    const search = createNameSearch(prisma, kind);
    const hidden = Array.from({ length: 1000 }, (_, index) => `a/${index}`);
    const regions = [
      { configId: 'x', prefix: 'a/', hidden },
      { configId: 'y', prefix: '', hidden: [] },
    ];
    const places = [
      { place: 0, region: 0 },
      { place: 1, region: 1 },
    ];
    const statements = createIndexStatements(kind);
    asked.length = 0;
    expect(await search({ name: 'x', regions, places, limit: 10, offset: 0 })).toEqual({
      hits: [],
      total: 0,
    });
    const [query] = asked;
    const plan =
      query && (await explain(query, kind === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'));
    expect(plan).not.toMatch(/SCAN bucket_entries|Seq Scan on bucket_entries/);
    if (kind === 'sqlite') {
      asked.length = 0;
      await search({ name: 'part of a name', regions, places, limit: 10, offset: 0 });
      const [indexed] = asked;
      const indexedPlan = indexed && (await explain(indexed, 'EXPLAIN QUERY PLAN'));
      expect(indexedPlan).toContain('SCAN s VIRTUAL TABLE INDEX');
      expect(indexedPlan).not.toContain('SCAN bucket_entries');
    }
    await check(async () => {
      await prisma.$executeRaw(statements.upsert('x', '[]'));
      await prisma.$executeRaw(statements.tombstone('x', '[]'));
      await prisma.$executeRaw(statements.removeUnlessCrawled('x', '[]'));
    });
  });

  it('write and read the audit log, operations and repeated calls', async () => {
    const audit = createAuditRepository(prisma);
    const operations = createOperationRepository(prisma, kind, { now: () => AT });
    const calls = createRepeatedCallRepository(prisma);
    await check(async () => {
      await audit.list({}, { order: 'desc', limit: 20, offset: 0 });
      await audit.list({ area: 'x' }, { order: 'desc', limit: 20, offset: 0 });
      await audit.list({ outcome: 'x' }, { order: 'asc', limit: 20, offset: 0 });
      await audit.removeBefore(AT);
      await operations.listLapsed(false);
      await operations.take('x', 'token', false);
      await operations.renew(['token']);
      await operations.removeEnded(AT);
      await calls.find('x');
      await calls.removeExpired(AT);
    });
  });

  it('count for the dashboard', async () => {
    const dashboard = createDashboardRepository(prisma);
    await check(async () => {
      await dashboard.createdIn([{ from: AT, until: new Date() }]);
      await dashboard.totals();
      await dashboard.usageByConfig();
    });
  });
});
