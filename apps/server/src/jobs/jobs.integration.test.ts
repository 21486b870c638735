import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DATABASE_OPTIONS } from '../../test/database-options.ts';
import { DATABASES, newDatabaseUrl } from '../../test/start-server.ts';
import { type Database, openDatabase } from '../database/database.ts';
import type { Fence } from '../leases/hold.ts';
import { createJobs, type Job, type Jobs } from './jobs.ts';

describe.each(DATABASES)('jobs on %s', (kind) => {
  let directory = '';
  let database: Database;
  let opened: Jobs[] = [];
  let offsetMs = 0;
  const errors: unknown[] = [];
  const ended = new Set<string>();
  const clock = { now: () => new Date(Date.now() + offsetMs) };

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-jobs-'));
    const databaseUrl = await newDatabaseUrl(kind);
    const onError = (error: unknown) => void errors.push(error);
    const options = { ...DATABASE_OPTIONS, dataDirectory: directory, databaseUrl, onError };
    database = await openDatabase(options);
    offsetMs = 0;
    errors.length = 0;
    ended.clear();
  });
  afterEach(async () => {
    for (const jobs of opened) await jobs.stop();
    opened = [];
    await database.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** Opens the jobs of one replica. */
  const open = (jobs: readonly Job[]) => {
    const onError = (error: unknown) => void errors.push(error);
    const observe = (name: string) => void ended.add(name);
    const replica = createJobs(jobs, { database, clock, onError, observe });
    opened.push(replica);
    return replica;
  };
  const job = (name: string, run: Job['run']): Job => ({ name, everyMs: 1_000_000, run });
  /** Job that runs until the test releases it. */
  const slowJob = (name: string) => {
    const released = Promise.withResolvers<void>();
    const started = Promise.withResolvers<Fence>();
    let runs = 0;
    const run = async (fence: Fence) => {
      runs += 1;
      started.resolve(fence);
      await released.promise;
      fence.assertHeld();
      return 1;
    };
    return { job: job(name, run), ...released, started: started.promise, runs: () => runs };
  };

  it('run each for itself: one that fails or does not end keeps no other from running', async () => {
    const slow = slowJob('slow');
    const broken = job('broken', () => Promise.reject(new Error('this job is broken')));
    const replica = open([broken, slow.job, job('quick', async () => 3)]);
    const first = replica.runAll();
    await slow.started;
    await vi.waitFor(() => expect(ended).toEqual(new Set(['broken', 'quick'])));
    const again = await replica.runAll();
    expect(again.get('broken')).toEqual({ outcome: 'failed' });
    expect(again.get('slow')).toEqual({ outcome: 'elsewhere' });
    expect(again.get('quick')).toMatchObject({ outcome: 'done', count: 3 });
    slow.resolve();
    expect((await first).get('slow')).toEqual({ outcome: 'done', count: 1 });
    expect(slow.runs()).toBe(1);
    expect(errors).toHaveLength(2);
  });

  it('run on one replica at a time, and a run that ends frees only its own lease', async () => {
    const slow = slowJob('shared');
    const one = open([slow.job]);
    const two = open([job('shared', async () => 2)]);
    const running = one.runAll();
    await slow.started;
    expect((await two.runAll()).get('shared')).toEqual({ outcome: 'elsewhere' });
    // A refused run has released nothing.
    expect((await two.runAll()).get('shared')).toEqual({ outcome: 'elsewhere' });
    slow.resolve();
    await running;
    expect((await two.runAll()).get('shared')).toEqual({ outcome: 'done', count: 2 });
    expect(await database.prisma.lease.count()).toBe(0);
  });

  it('are taken over from a replica that was away, whose end leaves the new lease alone', async () => {
    const paused = slowJob('shared');
    const next = slowJob('shared');
    const [one, two, three] = [open([paused.job]), open([next.job]), open([next.job])];
    const first = one.runAll();
    await paused.started;
    offsetMs += 61_000;
    const second = two.runAll();
    await next.started;
    paused.resolve();
    await first;
    expect((await three.runAll()).get('shared')).toEqual({ outcome: 'elsewhere' });
    next.resolve();
    expect((await second).get('shared')).toEqual({ outcome: 'done', count: 1 });
  });
});
