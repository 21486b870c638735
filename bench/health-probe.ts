import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const EVERY_MS = 4;

/** Measures how long `GET /api/health` takes, from a thread that does nothing else. */
export interface HealthProbe {
  /** Stops it, and returns the duration of each answer in milliseconds. */
  stop(): Promise<readonly number[]>;
}

export async function startHealthProbe(url: string): Promise<HealthProbe> {
  const worker = new Worker(new URL(import.meta.url), { workerData: url });
  await new Promise((resolve) => worker.once('message', resolve));
  return {
    stop: () =>
      new Promise((resolve) => {
        worker.once('message', (times: readonly number[]) => resolve(times));
        worker.postMessage('stop');
      }),
  };
}

async function probe(url: string): Promise<void> {
  const times: number[] = [];
  let isRunning = true;
  const ask = async () => {
    const start = performance.now();
    await (await fetch(`${url}/api/health`)).text();
    return performance.now() - start;
  };
  await ask();
  parentPort?.once('message', () => {
    isRunning = false;
  });
  parentPort?.postMessage('ready');
  while (isRunning) {
    times.push(await ask());
    await sleep(EVERY_MS);
  }
  parentPort?.postMessage(times);
}

if (!isMainThread) await probe(String(workerData));
