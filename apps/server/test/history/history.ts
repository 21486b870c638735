import { setTimeout as sleep } from 'node:timers/promises';

/** Time within which a paused replica may still process a request: the pause and a margin. */
const LATE_MS = 45_000;
/** Maximum number of reads at the end, because half-open connections fail one after another. */
const LAST_TRIES = 20;

/** Random number generator with a seed, so that a run can be repeated. */
export interface Random {
  /** At least 0, less than `end`. */
  below(end: number): number;
  pick<Value>(values: readonly Value[]): Value;
  shuffle<Value>(values: readonly Value[]): readonly Value[];
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    pick: (values) => values[below(values.length)] as (typeof values)[number],
    shuffle: (values) =>
      values
        .map((value) => ({ value, at: next() }))
        .sort((one, other) => one.at - other.at)
        .map(({ value }) => value),
  };
}

/** Content that shows whether it is complete. */
export function makeContent(label: string, size: number): string {
  const line = `${label} ${size}\n`;
  return line.repeat(Math.ceil(size / line.length)).slice(0, size);
}

export function isWhole(content: string): boolean {
  const [, label = '', size = ''] = /^(.*) (\d+)\n/.exec(content) ?? [];
  return content === makeContent(label, Number(size));
}

/** Shortens a content for messages. */
export function shorten(content: string | undefined): string {
  return content === undefined ? 'nothing' : `${content.split('\n')[0]} [${content.length}]`;
}

/** Record of everything that the writers of a run have observed. */
export interface History {
  /** Sentences about violated guarantees. */
  readonly violations: string[];
  /** Count of each outcome, by operation and status. */
  readonly outcomes: Map<string, number>;
  attempt(operation: string, send: () => Promise<unknown>): Promise<Outcome>;
  /** Value of a read; undefined without an answer. After `end` an answer is required. */
  read<Value>(send: () => Promise<Value>): Promise<{ readonly value: Value } | undefined>;
  acknowledged(): number;
  /** Called when all faults are over; from then on reads are repeated until they are answered. */
  end(): void;
}

/**
 * Outcome of a write, as its caller sees it. `refused` is over, but may have taken effect if a proxy
 * sent it twice. `unknown` may still take effect later.
 */
export type Outcome = 'done' | 'refused' | 'unknown';

/** Answer other than success. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, text: string) {
    super(`${status} ${text.slice(0, 500)}`);
    this.status = status;
  }
}

export function createHistory(): History {
  const violations: string[] = [];
  const outcomes = new Map<string, number>();
  let acknowledged = 0;
  let triesOfReads = 1;
  const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const fail = (operation: string, error: unknown) => {
    const status = error instanceof Error && 'status' in error ? Number(error.status) : 0;
    count(`${operation} ${status || reasonOf(error)}`);
    // A fault below the server must have an error code of its own (SECURITY 12).
    if (status === 500) violations.push(`${operation} was answered ${error}`);
    return status >= 400 && status < 500 ? 'refused' : 'unknown';
  };
  return {
    violations,
    outcomes,
    async attempt(operation, send) {
      try {
        await send();
      } catch (error) {
        return fail(operation, error);
      }
      acknowledged += 1;
      count(`${operation} done`);
      return 'done';
    },
    async read(send) {
      for (let tries = 1; tries <= triesOfReads; tries += 1) {
        try {
          return { value: await send() };
        } catch (error) {
          fail('read', error);
          if (tries < triesOfReads) await sleep(1000);
          else if (tries > 1) violations.push(`a read has no answer: ${error}`);
        }
      }
      return undefined;
    },
    acknowledged: () => acknowledged,
    end() {
      triesOfReads = LAST_TRIES;
    },
  };
}

/** Innermost cause of a request that has no answer. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.cause !== undefined) return reasonOf(error.cause);
  return `no answer (${error})`;
}

/**
 * Name with its possible contents, according to the acknowledged writes. `undefined` means that it is
 * free.
 */
export interface Register {
  readonly path: string;
  /**
   * Sends one write after the other.
   *
   * @param isConditional true if a later write would make this one fail, so that it never takes effect
   *   late
   */
  write(
    operation: string,
    value: string | undefined,
    send: () => Promise<unknown>,
    isConditional?: boolean,
  ): Promise<void>;
  /** Compares the current content with the possible ones. */
  check(when: string): Promise<void>;
}

export function createRegister(
  history: History,
  path: string,
  read: (path: string) => Promise<string | undefined>,
): Register {
  let possible = new Set<string | undefined>([undefined]);
  const late = new Map<string | undefined, number>();
  /** Latest writes, for messages. */
  const log: string[] = [];
  return {
    path,
    async write(operation, value, send, isConditional = false) {
      const startedAt = Date.now();
      const outcome = await history.attempt(operation, send);
      const times = [startedAt, Date.now()].map((ms) => new Date(ms).toISOString().slice(14, 23));
      log.push(`${times.join('–')} ${operation} ${shorten(value)}: ${outcome}`);
      if (outcome === 'done') {
        for (const [each, at] of late) if (at < startedAt - LATE_MS) late.delete(each);
        possible = new Set([value, ...late.keys()]);
      } else {
        possible.add(value);
        if (outcome === 'unknown' && !isConditional) late.set(value, startedAt);
      }
    },
    async check(when) {
      const found = await history.read(() => read(path));
      if (found && !possible.has(found.value)) {
        const allowed = [...possible].map(shorten).join(' or ');
        history.violations.push(
          `${when} ${path} is ${shorten(found.value)}, not ${allowed}; before: ${log.slice(-8).join('; ')}`,
        );
      }
    },
  };
}
