import { LRUCache } from 'lru-cache';
import type { Clock } from '#clock';
import { createKeyedMutex } from '#concurrency/keyed-mutex.ts';
import { AppError } from '#errors';
import { hashToken } from '#security/random.ts';
import type { ThrottleRepository } from './repository.ts';

/** CONTRACT A2, A5: failures in five minutes, per target from one source and from all. */
const WINDOW_MS = 5 * 60 * 1000;
const MAX_FAILURES_OF_SOURCE = 10;
const MAX_FAILURES_OF_ALL = 100;

const OPEN_MEMORY_MS = 2000;

export type SecretKind = 'login' | 'api-key' | 'text-share' | 'file-share';

/** Which secret is tried, and from where. */
export interface Attempt {
  readonly kind: SecretKind;
  /** User name, slug or key prefix. */
  readonly target: string;
  /** The caller's address. */
  readonly source: string;
}

/** Slows down guessing (SECURITY 6). */
export interface ThrottleService {
  /**
   * Runs a check of a secret. The attempt is noted as failed *before* the check, so that attempts
   * made at the same time cannot slip through together; a success takes the notes back.
   *
   * @throws {AppError} `auth.throttled` without running the check
   */
  guard<Result>(
    attempt: Attempt,
    check: () => Promise<Result | undefined>,
  ): Promise<Result | undefined>;
  /**
   * Refuses a target that was tried too often, at next to no cost, for secrets that are checked at
   * every call.
   *
   * @throws {AppError} `auth.throttled`
   */
  assertOpen(attempt: Attempt): Promise<void>;
  removeOutdated(): Promise<void>;
}

export function createThrottleService(
  repository: ThrottleRepository,
  clock: Clock,
): ThrottleService {
  const windowStart = () => new Date(clock.now().getTime() - WINDOW_MS);

  // What was just found open; a failure here shuts it at once, one of another replica soon.
  const open = new LRUCache<string, true>({ max: 10_000, ttl: OPEN_MEMORY_MS });
  // What is being checked counts as failed, so checks of one source follow one another: many who
  // know the secret must not shut each other out.
  const inTurn = createKeyedMutex();

  const isShut = ({ ofSource, ofAll }: { ofSource: number; ofAll: number }) =>
    ofSource > MAX_FAILURES_OF_SOURCE || ofAll > MAX_FAILURES_OF_ALL;

  const refuse = async (target: string, source: string | undefined) => {
    const oldest = await repository.oldest(target, source, windowStart());
    const endsAt = (oldest ?? clock.now()).getTime() + WINDOW_MS;
    const seconds = Math.max(1, Math.ceil((endsAt - clock.now().getTime()) / 1000));
    return new AppError('auth.throttled', { details: { seconds } });
  };

  const attempt = async <Result>(
    key: string,
    source: string,
    check: () => Promise<Result | undefined>,
  ) => {
    open.delete(key + source);
    const id = await repository.add(key, source, clock.now());
    const counts = await repository.count(key, source, windowStart());
    if (isShut(counts)) {
      await repository.remove(id);
      throw await refuse(key, counts.ofSource > MAX_FAILURES_OF_SOURCE ? source : undefined);
    }
    const result = await check().catch(async (error: unknown) => {
      // What could not be checked was no wrong guess.
      await repository.remove(id);
      throw error;
    });
    if (result !== undefined) await repository.clear(key, source);
    return result;
  };

  return {
    guard({ kind, target, source }, check) {
      // Hashed, because a target may be half of a secret.
      const key = hashToken(`${kind}:${target}`);
      return inTurn(key + source, () => attempt(key, source, check));
    },
    async assertOpen({ kind, target, source }) {
      const key = hashToken(`${kind}:${target}`);
      if (open.has(key + source)) return;
      const { ofSource, ofAll } = await repository.count(key, source, windowStart());
      if (isShut({ ofSource: ofSource + 1, ofAll: ofAll + 1 })) throw await refuse(key, source);
      open.set(key + source, true);
    },
    removeOutdated: () => repository.removeBefore(windowStart()),
  };
}
