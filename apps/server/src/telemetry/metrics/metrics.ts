import type { Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { CacheStats } from '#cache/measured-cache.ts';
import type { Clock } from '#clock';
import { measureCaches } from './cache-metrics.ts';
import { createJobMetrics } from './job-metrics.ts';
import { createRequestMetrics, measureConnections } from './request-metrics.ts';
import { createStateMetrics } from './state-metrics.ts';
import type { WorkState } from './state-repository.ts';
import { createStorageMetrics } from './storage-metrics.ts';

export interface Metrics extends ReturnType<typeof createMetrics> {}

/** Services that metrics measure once they exist. */
export interface MeasuredServices {
  readonly caches: readonly (() => CacheStats)[];
  readonly readWorkState: () => Promise<WorkState>;
  readonly version: string;
  readonly databaseKind: string;
  readonly clock: Clock;
  /** Reasons why the server cannot work now; empty if it can. */
  readonly findProblems: () => Promise<readonly string[]>;
}

/**
 * Everything that `/metrics` shows. Created only with a configured token, so that it costs nothing
 * without.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const failures = new Counter({
    name: 'satchel_background_failures_total',
    help: 'What has failed that no request waited for; the log says why',
    registers,
  });
  let refresh: () => Promise<void> = async () => undefined;
  return {
    requests: createRequestMetrics(registry),
    storage: createStorageMetrics(registry),
    jobs: createJobMetrics(registry),
    failed: () => failures.inc(),
    measureServer: (server: Server) => measureConnections(registry, server),
    measureServices({ caches, readWorkState, findProblems, ...build }: MeasuredServices) {
      measureCaches(registry, caches);
      const showState = createStateMetrics(registry, readWorkState, build.clock);
      const problems = new Gauge({
        name: 'satchel_readiness_problem',
        help: 'Present, and 1, for each reason why the server cannot work now',
        labelNames: ['problem'] as const,
        registers,
      });
      new Gauge({
        name: 'satchel_build_info',
        help: 'Which server it is; always 1',
        labelNames: ['version', 'node', 'database'] as const,
        registers,
      }).set({ version: build.version, node: process.version, database: build.databaseKind }, 1);
      refresh = async () => {
        const [found] = await Promise.all([findProblems(), showState()]);
        problems.reset();
        for (const problem of found) problems.set({ problem }, 1);
      };
    },
    contentType: registry.contentType,
    /** @returns the text that Prometheus reads */
    async write() {
      await refresh();
      return registry.metrics();
    },
  };
}
