import { LRUCache } from 'lru-cache';
import type { Clock } from '#clock';
import { createKeyedMutex } from '#concurrency/keyed-mutex.ts';
import { AppError } from '#errors';
import { hashToken } from '#security/random.ts';
import type { FailedAttemptRow, Pair, ThrottleRepository } from './repository.ts';
import { sourceOf } from './source.ts';

/** CONTRACT A5, A6: window and budgets of failed attempts. */
const WINDOW_MS = 5 * 60 * 1000;
const MAX_OF_PAIR = 10;
const MAX_OF_SOURCE = 30;
const MAX_OF_TARGET = 100;
/** Time for which a source that gave the right secret is exempt from the failures of others. */
const KNOWN_SOURCE_MS = 30 * 24 * 60 * 60 * 1000;
/** Time for which a source beyond its budget is refused from memory. */
const REFUSAL_MEMORY_MS = 1000;

export type SecretKind =
  | 'login'
  | 'api-key'
  | 'text-share'
  | 'file-share'
  | 'bundle'
  | 'upload-request'
  | 'upload-token';

/** Call that is limited without a secret. */
export type CountedCall = 'upload-request-entry';

/** Attempt to use a secret. */
export interface Attempt {
  readonly kind: SecretKind;
  /** User name, slug or key prefix. */
  readonly target: string;
  /** Address of the caller. */
  readonly source: string;
}

export type ThrottleService = ReturnType<typeof createThrottleService>;

/** Exhausted budget, and the time at which it allows an attempt again. */
interface Refusal {
  readonly of: 'pair' | 'source' | 'target';
  readonly endsAtMs: number;
}

/** Slows down guessing (SECURITY 6, 16, 17). */
export function createThrottleService(repository: ThrottleRepository, clock: Clock) {
  const nowMs = () => clock.now().getTime();
  const windowStart = () => new Date(nowMs() - WINDOW_MS);
  const knownSince = () => new Date(nowMs() - KNOWN_SOURCE_MS);
  const endOf = (noted: Date) => noted.getTime() + WINDOW_MS;
  /** Time at which enough of these are too old to count; undefined if they are too few. */
  const spentUntil = (failures: readonly FailedAttemptRow[], most: number) => {
    const decisive = failures.at(-most);
    return decisive && endOf(decisive.attemptAt);
  };

  /**
   * Refusals of sources beyond their budget, so that a flood does not query the database in every call.
   */
  const refusedSources = new LRUCache<string, Refusal & { readonly untilMs: number }>({
    max: 10_000,
  });
  const rememberedRefusal = (source: string) => {
    const refusal = refusedSources.get(source);
    return refusal && nowMs() < refusal.untilMs ? refusal : undefined;
  };

  // A running check counts as failed, so checks of one source run one after another. Otherwise
  // concurrent callers with the right secret would block each other. It also limits one source to one
  // hash.
  const inTurn = createKeyedMutex();

  /** @param noted the attempt's own row, which does not count */
  const findRefusal = async (
    pair: Pair,
    noted: string,
    isKey: boolean,
  ): Promise<Refusal | undefined> => {
    const [ofSource, ofTarget] = await Promise.all([
      repository.listOfSource(pair.source, windowStart()),
      repository.countOfTarget(pair.target, windowStart()),
    ]);
    const before = ofSource.filter(({ id }) => id !== noted);
    const ofPair = before.filter(({ target }) => target === pair.target);
    const endOfPair = spentUntil(ofPair, MAX_OF_PAIR);
    if (endOfPair !== undefined) return { of: 'pair', endsAtMs: endOfPair };
    const endOfSource = spentUntil(before, MAX_OF_SOURCE);
    if (endOfSource !== undefined) {
      const refusal = { of: 'source', endsAtMs: endOfSource } as const;
      refusedSources.set(pair.source, { ...refusal, untilMs: nowMs() + REFUSAL_MEMORY_MS });
      return refusal;
    }
    if (ofTarget.count <= MAX_OF_TARGET) return undefined;
    if (!isKey && (await repository.isKnownSource(pair, knownSince()))) return undefined;
    return { of: 'target', endsAtMs: endOf(ofTarget.oldest ?? clock.now()) };
  };

  const refuse = ({ endsAtMs }: Refusal) => {
    const seconds = Math.max(1, Math.ceil((endsAtMs - nowMs()) / 1000));
    return new AppError('auth.throttled', { details: { seconds } });
  };

  const succeed = async (pair: Pair, isKey: boolean) => {
    // Keys need no known sources, because the right key is accepted despite the failures of others.
    if (isKey) await repository.clear(pair);
    else await repository.clearKnown(pair, clock.now());
    refusedSources.delete(pair.source);
  };

  const attempt = async <Result>(
    pair: Pair,
    isKey: boolean,
    check: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> => {
    let refusal: Refusal | undefined = rememberedRefusal(pair.source);
    let noted: string | undefined;
    if (!refusal) {
      noted = await repository.note(pair, clock.now());
      refusal = await findRefusal(pair, noted, isKey);
    }
    // Refused attempts leave no row, because they must neither prolong the wait nor fill the table.
    if (refusal && noted !== undefined) await repository.remove(noted);
    if (refusal && (!isKey || refusal.of === 'pair')) throw refuse(refusal);
    const result = await check().catch(async (error: unknown) => {
      // A check that could not run was no wrong guess.
      if (noted !== undefined) await repository.remove(noted);
      throw error;
    });
    if (result !== undefined) await succeed(pair, isKey);
    else if (refusal) throw refuse(refusal);
    return result;
  };

  return {
    /**
     * Counts a call that one source may make a limited number of times within the window, on all replicas
     * together. Calls and wrong secrets do not count towards each other's limits.
     *
     * @throws {AppError} `auth.throttled` beyond the limit
     */
    async count(kind: CountedCall, address: string, most: number): Promise<void> {
      const pair = { target: hashToken(kind), source: `${kind} ${sourceOf(address)}` };
      // Noted before it is counted, so that concurrent calls cannot slip through together.
      const noted = await repository.note(pair, clock.now());
      const calls = await repository.listOfSource(pair.source, windowStart());
      const before = calls.filter(({ id }) => id !== noted);
      const endsAtMs = spentUntil(before, most);
      if (endsAtMs === undefined) return;
      await repository.remove(noted);
      throw refuse({ of: 'source', endsAtMs });
    },
    /**
     * Runs a check of a secret; undefined means that it was wrong. The attempt is recorded as failed
     * *before* the check, so that concurrent attempts cannot slip through together. A right secret
     * clears the failures of its target from this source.
     *
     * A password is not checked if any budget is exhausted. A key is still looked up if only the budget
     * of its source or of its target is exhausted, and refused if it is wrong.
     *
     * @throws {AppError} `auth.throttled`
     */
    guard<Result>(
      { kind, target, source: address }: Attempt,
      check: () => Promise<Result | undefined>,
    ) {
      // Hashed, because a target may be half of a secret.
      const pair = { target: hashToken(`${kind}:${target}`), source: sourceOf(address) };
      const isKey = kind === 'api-key' || kind === 'upload-token';
      // Keys do not wait for the hashing of passwords.
      return inTurn(`${isKey} ${pair.source}`, () => attempt(pair, isKey, check));
    },
    async removeOutdated() {
      await repository.removeAttemptsBefore(windowStart());
      await repository.removeSourcesBefore(knownSince());
    },
  };
}
