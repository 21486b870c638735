import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { ProxyName } from '@satchel/test-kit/tls-proxies';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { forEachAtOnce } from '../src/concurrency/for-each-at-once.ts';
import { type Cluster, findFakeTime, SMALL_BYTES, startCluster } from './history/cluster.ts';
import { makeFaults } from './history/faults.ts';
import { createHistory, createRandom } from './history/history.ts';
import {
  editFiles,
  moveFiles,
  moveFolders,
  type Run,
  readListed,
  replaceFiles,
} from './history/write-files.ts';
import { raceForeign, writeForeign } from './history/write-foreign.ts';
import { fillSmall, openLimited, shareFiles, shareTexts } from './history/write-shares.ts';
import { listOpenUploads } from './list-open-uploads.ts';
import { findPostgres } from './start-postgres.ts';
import { hasProxy } from './start-proxy.ts';
import { startServer } from './start-server.ts';

const PROXIES: readonly ProxyName[] = ['nginx', 'caddy'];
const MINUTES = Number(process.env.SATCHEL_HISTORY_MINUTES ?? 1);
const SEED = Number(process.env.SATCHEL_HISTORY_SEED ?? Date.now() % 1_000_000);
const DAY_MS = 24 * 60 * 60 * 1000;
const NOTHING_LEFT = { writes: [], operations: [], deletions: 0, uploads: [] };

const binaries = inject('postgresUrl') === undefined ? undefined : findPostgres();
const hasAll = binaries !== undefined && inject('radosgw') !== undefined;
if (!hasAll) process.stdout.write('skipped: the history needs PostgreSQL and radosgw\n');
if (findFakeTime() === undefined)
  process.stdout.write('left out: a clock that is off, no faketime\n');

describe.each(PROXIES)('three replicas behind %s, as the documentation has it', (proxyName) => {
  describe.skipIf(!hasAll || !hasProxy(proxyName))('with one fault after the other', () => {
    let cluster: Cluster;
    // Each try has its own, because files of an earlier one would look like writes that nobody made.
    beforeEach(async () => {
      cluster = await startCluster(proxyName, binaries ?? '');
    });
    afterEach(() => cluster.close());

    it(
      'lose nothing that was acknowledged, hold every limit, show nothing by half, and leave nothing over (SPEC 9, SECURITY 12, 18, 21)',
      async () => {
        process.stdout.write(`history behind ${proxyName}: SATCHEL_HISTORY_SEED=${SEED}\n`);
        const untilMs = Date.now() + (MINUTES / PROXIES.length) * 60_000;
        const history = createHistory();
        const random = createRandom(SEED);
        const checks: (() => Promise<void>)[] = [];
        let isOver = false;
        const run: Run = {
          ...{ cluster, history, random, isOver: () => isOver },
          atEnd: (check) => checks.push(check),
        };
        const writers = [
          ...[0, 1].flatMap((writer) => [
            replaceFiles(run, writer),
            editFiles(run, writer),
            moveFiles(run, writer),
            moveFolders(run, writer),
            shareTexts(run, writer),
            shareFiles(run, writer),
            fillSmall(run, writer),
          ]),
          ...[readListed(run), openLimited(run), writeForeign(run), raceForeign(run)],
        ];
        // A separate generator, because writers draw numbers in no repeatable order.
        await makeFaults({ ...run, random: createRandom(SEED) }, untilMs);
        isOver = true;
        await Promise.all(writers);
        history.end();
        await untilReady(cluster);
        const outcomes = [...history.outcomes].sort().map((outcome) => outcome.join(': '));
        process.stdout.write(`  ${outcomes.join('\n  ')}\n`);
        await forEachAtOnce(checks, 8, (check) => check());
        expect(await countLeft(cluster)).toEqual(NOTHING_LEFT);
        await history.read(() => cluster.logIn());
        // The sweeps have removed nothing that is still in use.
        await forEachAtOnce(checks, 8, (check) => check());
        const errors = cluster.members.flatMap((member) => member.errors());
        expect(history.violations, errors.slice(-20).join('\n')).toEqual([]);
        expect(await sumBytes(cluster, cluster.smallBucket)).toBeLessThanOrEqual(SMALL_BYTES);
        expect(history.acknowledged()).toBeGreaterThan(100);
      },
      (MINUTES * 60 + 240) * 1000,
    );
  });
});

async function untilReady({ members }: Cluster): Promise<void> {
  for (const member of members) {
    const check = async () =>
      expect(await member.readiness(), member.child().errors()).toBe('ready');
    await vi.waitFor(check, { timeout: 60_000, interval: 500 });
  }
}

/** Waits until dead processes count as dead, and sweeps once all abandoned work is due. */
async function countLeft(cluster: Cluster) {
  const { databaseUrl, gateway, bucket, smallBucket } = cluster;
  const server = await startServer('postgresql', { DATABASE_URL: databaseUrl });
  try {
    const { prisma } = server;
    const check = async () => {
      const claim = { not: null };
      const claims = await prisma.objectWrite.count({
        where: { claim, claimedUntil: { gt: new Date() } },
      });
      const running = await prisma.operation.count({ where: { state: 'running' } });
      expect({ claims, running }).toEqual({ claims: 0, running: 0 });
    };
    await vi.waitFor(check, { timeout: 90_000, interval: 500 });
    server.moveClock(3 * DAY_MS);
    for (let sweep = 0; sweep < 2; sweep += 1) await server.sweep();
    const uploads = await Promise.all(
      [bucket, smallBucket].map((name) => listOpenUploads({ ...gateway, bucket: name })),
    );
    return {
      writes: await prisma.objectWrite.findMany(),
      operations: await prisma.operation.findMany(),
      deletions: await prisma.pendingDeletion.count(),
      uploads: uploads.flat(),
    };
  } finally {
    await server.close();
  }
}

async function sumBytes({ s3 }: Cluster, Bucket: string): Promise<number> {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
  return Contents.reduce((sum, { Size = 0 }) => sum + Size, 0);
}
