import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '#clock';
import { within } from '#concurrency/within.ts';
import type { WorkState } from './state-repository.ts';

/** Minimum interval between database queries, even with frequent scrapes. */
const MEMORY_MS = 5000;
/** A scraper gives up after about ten seconds; if the database does not answer, it gets all other metrics. */
const TIMEOUT_MS = 2000;

/**
 * Metrics from the database, which is queried at each scrape, within limits. Values that it does not
 * return are absent, because old figures would look current.
 *
 * @returns a function to call before the metrics are written
 */
export function createStateMetrics(
  registry: Registry,
  read: () => Promise<WorkState>,
  clock: Clock,
): () => Promise<void> {
  const gauges = createGauges(registry);
  let last: { readonly answer: Promise<WorkState>; readonly at: number } | undefined;
  /** One query at a time, so that scrapers of a hanging database do not queue up. */
  let running: Promise<WorkState> | undefined;
  const ask = () => {
    const now = clock.now().getTime();
    if (running) return running;
    if (last && Math.abs(now - last.at) < MEMORY_MS) return last.answer;
    const answer = read();
    last = { answer, at: now };
    running = answer;
    const done = () => {
      running = undefined;
    };
    answer.then(done, done);
    return answer;
  };
  return async () => {
    const startedAt = performance.now();
    const state = await within(TIMEOUT_MS, ask()).catch(() => undefined);
    forget(gauges);
    gauges.isUp.set(state ? 1 : 0);
    if (!state) return;
    gauges.seconds.set((performance.now() - startedAt) / 1000);
    show(gauges, state);
  };
}

/** Removes values. A reset would set a gauge without labels to 0, which looks like a figure. */
function forget({ seconds, reservedBytes, pendingDeletions, locks, ...labelled }: Gauges): void {
  for (const gauge of [seconds, reservedBytes, pendingDeletions, locks]) gauge.remove();
  for (const gauge of [labelled.writes, labelled.operations]) gauge.reset();
}

type Gauges = ReturnType<typeof createGauges>;

function createGauges(registry: Registry) {
  const registers = [registry];
  return {
    isUp: new Gauge({
      name: 'satchel_database_up',
      help: 'Whether the database has answered this scrape, 1 or 0',
      registers,
    }),
    seconds: new Gauge({
      name: 'satchel_database_scrape_seconds',
      help: 'How long the database took for the figures of this scrape',
      registers,
    }),
    writes: new Gauge({
      name: 'satchel_ledger_writes',
      help: 'Writes in the ledger of all replicas',
      labelNames: ['kind', 'state'] as const,
      registers,
    }),
    reservedBytes: new Gauge({
      name: 'satchel_ledger_reserved_bytes',
      help: 'Room kept for writes under way, of all replicas',
      registers,
    }),
    operations: new Gauge({
      name: 'satchel_operations',
      help: 'Renames, copies and removals that are journaled, of all replicas',
      labelNames: ['kind', 'state'] as const,
      registers,
    }),
    pendingDeletions: new Gauge({
      name: 'satchel_pending_deletions',
      help: 'Objects whose rows are gone and that the sweeper has yet to delete',
      registers,
    }),
    locks: new Gauge({
      name: 'satchel_resource_locks',
      help: 'Locks of WebDAV, of all replicas',
      registers,
    }),
  };
}

function show(gauges: Gauges, state: WorkState): void {
  let reservedBytes = 0;
  for (const { count, reservedBytes: bytes, ...labels } of state.writes) {
    gauges.writes.set(labels, count);
    reservedBytes += bytes;
  }
  gauges.reservedBytes.set(reservedBytes);
  for (const { count, ...labels } of state.operations) gauges.operations.set(labels, count);
  gauges.pendingDeletions.set(state.pendingDeletions);
  gauges.locks.set(state.locks);
}
