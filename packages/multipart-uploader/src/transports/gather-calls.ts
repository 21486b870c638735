/**
 * Number of calls that one request makes at most, and of files that are under way at once because of it.
 *
 * @example
 * const transport: UploadTransport = { ...calls, filesPerCall: FILES_PER_CALL };
 */
export const FILES_PER_CALL = 100;

/** Time between two requests, in which calls gather, in milliseconds. */
const GATHER_MS = 50;

/**
 * Makes several calls by one request. The results have the order of the calls; it rejects only if there is no
 * answer for any of them.
 *
 * @example
 * const make: MakeCalls<string, number> = async (names) =>
 *   names.map((name) => ({ status: 'fulfilled', value: name.length }));
 */
export type MakeCalls<Call, Result> = (
  calls: readonly Call[],
  signal: AbortSignal,
) => Promise<readonly PromiseSettledResult<Result>[]>;

interface Waiting<Call, Result> {
  readonly call: Call;
  readonly signal: AbortSignal;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Gathers calls that are made at the same time, so that one request makes up to 100 of them. One request runs
 * at a time; calls that are made meanwhile go with the next.
 *
 * @param make makes the gathered calls; its signal is aborted when all of their own are
 *
 * @example
 * const lengthOf = gatherCalls(make);
 * const lengths = await Promise.all(names.map((name) => lengthOf(name, signal)));
 */
export function gatherCalls<Call, Result>(
  make: MakeCalls<Call, Result>,
): (call: Call, signal: AbortSignal) => Promise<Result> {
  const waiting = new Set<Waiting<Call, Result>>();
  let isBusy = false;

  async function run(): Promise<void> {
    isBusy = true;
    // Calls of the same turn go together.
    await pause(0);
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, FILES_PER_CALL);
      for (const each of batch) waiting.delete(each);
      await Promise.all([send(batch), pause(GATHER_MS)]);
    }
    isBusy = false;
  }

  async function send(batch: readonly Waiting<Call, Result>[]): Promise<void> {
    try {
      const calls = batch.map(({ call }) => call);
      const results = await make(calls, signalOfAll(batch.map(({ signal }) => signal)));
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result?.status === 'fulfilled') resolve(result.value);
        else reject(result?.reason ?? new Error('the answer lacks a call'));
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (call, signal) =>
    new Promise((resolve, reject) => {
      const own = { call, signal, resolve, reject };
      const leave = (): void => {
        waiting.delete(own);
        reject(signal.reason);
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      waiting.add(own);
      if (!isBusy) void run();
    });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Aborted when all of the signals are. */
function signalOfAll(signals: readonly AbortSignal[]): AbortSignal {
  const [only] = signals;
  if (only && signals.length === 1) return only;
  const all = new AbortController();
  const check = (): void => {
    if (signals.every(({ aborted }) => aborted)) all.abort(only?.reason);
  };
  for (const signal of signals) signal.addEventListener('abort', check, { once: true });
  return all.signal;
}
