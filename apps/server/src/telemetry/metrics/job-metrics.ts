import { Counter, Gauge, type Registry } from 'prom-client';
import type { JobsOptions } from '#jobs/jobs.ts';

export function createJobMetrics(registry: Registry): NonNullable<JobsOptions['observe']> {
  const registers = [registry];
  const runs = new Counter({
    name: 'satchel_sweeps_total',
    help: 'Runs of the jobs that remove what is over: "done", "elsewhere" (another run was not over) or "failed"',
    labelNames: ['kind', 'outcome'] as const,
    registers,
  });
  const removed = new Counter({
    name: 'satchel_swept_total',
    help: 'Rows and objects that these jobs have removed',
    labelNames: ['kind'] as const,
    registers,
  });
  const lastDone = new Gauge({
    name: 'satchel_sweep_last_done_timestamp_seconds',
    help: 'When this process last came to the end of a job',
    labelNames: ['kind'] as const,
    registers,
  });
  return (kind, report, at) => {
    runs.inc({ kind, outcome: report.outcome });
    if (report.outcome !== 'done') return;
    lastDone.set({ kind }, at.getTime() / 1000);
    removed.inc({ kind }, report.count);
  };
}
