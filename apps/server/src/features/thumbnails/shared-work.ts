import { orAborted } from '#concurrency/within.ts';

/** Runs work once for several concurrent callers. Cancels it when the last caller has left. */
export function createSharedWork<Result>() {
  const running = new Map<
    string,
    { promise: Promise<Result>; leave: () => void; join: () => void }
  >();

  const begin = (name: string, work: (signal: AbortSignal) => Promise<Result>) => {
    const controller = new AbortController();
    let waiting = 0;
    const promise = work(controller.signal).finally(() => {
      if (running.get(name) === job) running.delete(name);
    });
    const job = {
      promise,
      join: () => {
        waiting += 1;
      },
      leave: () => {
        waiting -= 1;
        if (waiting > 0) return;
        // Later callers start the work again, instead of waiting for the cancelled one.
        if (running.get(name) === job) running.delete(name);
        controller.abort();
      },
    };
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
    job.join();
    return orAborted(job.promise, signal).finally(job.leave);
  };
}
