import type { Clock } from '#clock';
import type { Database } from '#database';
import { createLeaseKeeper, type Fence, readStopwatch } from '#leases/hold.ts';
import { randomId } from '#security/random.ts';
import { createLeaseRepository, JOB_LEASE_MS } from './lease-repository.ts';

const RENEW_MS = 10_000;

/** Background work of the server. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /**
   * Returns how many rows or objects it removed.
   *
   * @param fence checked between two steps, because another replica may have taken the job over
   */
  run(fence: Fence): Promise<number>;
}

/** Result of a run. `elsewhere`: another run of the job, here or on another replica, was not over. */
export type JobReport =
  | { readonly outcome: 'done'; readonly count: number }
  | { readonly outcome: 'elsewhere' | 'failed' };

export type Jobs = ReturnType<typeof createJobs>;

export interface JobsOptions {
  readonly database: Pick<Database, 'prisma' | 'kind'>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  readonly observe?: ((name: string, report: JobReport, at: Date) => void) | undefined;
}

/** Runs jobs at their intervals, independently of each other; never two runs of one job concurrently. */
export function createJobs(jobs: readonly Job[], options: JobsOptions) {
  const { database, clock, onError, observe } = options;
  const repository = createLeaseRepository(database.prisma, database.kind, clock);
  const leases = createLeaseKeeper({
    ttlMs: JOB_LEASE_MS,
    renewMs: RENEW_MS,
    renew: repository.renew,
    onError,
  });
  const running = new Map<string, Promise<JobReport>>();
  let timers: readonly NodeJS.Timeout[] = [];

  const runHeld = async (job: Job): Promise<JobReport> => {
    const token = randomId();
    const takenAt = readStopwatch();
    if (!(await repository.acquire(job.name, token))) return { outcome: 'elsewhere' };
    try {
      return { outcome: 'done', count: await job.run(leases.keep(token, takenAt)) };
    } finally {
      leases.end(token);
      // A lease that cannot be released lapses.
      await repository.release(job.name, token).catch(onError);
    }
  };
  const run = (job: Job): Promise<JobReport> => {
    if (running.has(job.name)) return Promise.resolve({ outcome: 'elsewhere' });
    const report = runHeld(job)
      .catch((error: unknown): JobReport => {
        onError(error);
        return { outcome: 'failed' };
      })
      .then((result) => {
        running.delete(job.name);
        observe?.(job.name, result, clock.now());
        return result;
      });
    running.set(job.name, report);
    return report;
  };

  return {
    /** Runs all jobs once, now. A failing job does not stop the others. */
    async runAll(): Promise<ReadonlyMap<string, JobReport>> {
      const reports = await Promise.all(
        jobs.map(async (job) => [job.name, await run(job)] as const),
      );
      return new Map(reports);
    },
    start() {
      timers = jobs.map((job) => setInterval(() => void run(job), job.everyMs).unref());
    },
    /** Stops the timers and waits for running jobs. */
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running.values());
      await leases.close();
    },
  };
}
