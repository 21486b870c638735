import { Counter, Histogram, type Registry } from 'prom-client';
import type { StorageObserver } from '#object-store/wrappers/observed-calls.ts';

const BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 120];

export function createStorageMetrics(registry: Registry): StorageObserver {
  const registers = [registry];
  const calls = new Counter({
    name: 'satchel_storage_calls_total',
    help: 'Calls of storages: "ok", "absent", "unmet", "cancelled", or why they failed',
    labelNames: ['operation', 'outcome'] as const,
    registers,
  });
  const durations = new Histogram({
    name: 'satchel_storage_call_duration_seconds',
    help: 'Until a storage has answered, all attempts together; the bytes of a download come later',
    labelNames: ['operation'] as const,
    buckets: BUCKETS_SECONDS,
    registers,
  });
  return (operation) => {
    const stop = durations.startTimer({ operation });
    return (outcome) => {
      stop();
      calls.inc({ operation, outcome });
    };
  };
}
