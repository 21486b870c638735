import { orAborted } from '#concurrency/within.ts';

interface Job<Result> {
  readonly promise: Promise<Result>;
  readonly cancel: () => void;
  waiting: number;
}

/** Runs work once for several concurrent callers. Cancels it when the last caller has left. */
export function createSharedWork<Result>() {
  const running = new Map<string, Job<Result>>();

  const begin = (name: string, work: (signal: AbortSignal) => Promise<Result>) => {
    const controller = new AbortController();
    const forget = () => {
      if (running.get(name) === job) running.delete(name);
    };
    const cancel = () => {
      // Later callers start the work again, instead of waiting for the cancelled one.
      forget();
      controller.abort();
    };
    const job = { promise: work(controller.signal).finally(forget), cancel, waiting: 0 };
    running.set(name, job);
    return job;
  };

  return async (
    name: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    signal.throwIfAborted();
    const job = running.get(name) ?? begin(name, work);
    job.waiting += 1;
    return orAborted(job.promise, signal).finally(() => {
      job.waiting -= 1;
      if (job.waiting === 0) job.cancel();
    });
  };
}
