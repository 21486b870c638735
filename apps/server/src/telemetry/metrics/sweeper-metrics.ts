import { Counter, Gauge, type Registry } from 'prom-client';
import type { SweepObserver } from '#sweeper/sweeper.ts';

export function createSweeperMetrics(registry: Registry): SweepObserver {
  const registers = [registry];
  const sweeps = new Counter({
    name: 'satchel_sweeps_total',
    help: 'Sweeps: "done", "elsewhere" (another replica was at it) or "failed"',
    labelNames: ['outcome'] as const,
    registers,
  });
  const removed = new Counter({
    name: 'satchel_swept_total',
    help: 'What sweeps have removed',
    labelNames: ['kind'] as const,
    registers,
  });
  const lastDone = new Gauge({
    name: 'satchel_sweep_last_done_timestamp_seconds',
    help: 'When this process last came to the end of a sweep',
    registers,
  });
  // prom-client shows 0 for what was never set, and an alert would take it for 1970.
  lastDone.remove();
  return ({ outcome, result = {}, at }) => {
    sweeps.inc({ outcome });
    if (outcome === 'done') lastDone.set(at.getTime() / 1000);
    for (const [kind, count] of Object.entries(result)) removed.inc({ kind }, count);
  };
}
