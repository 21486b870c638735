import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorCode } from '@satchel/api-client/errors';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import { randomId } from '#security/random.ts';
import type { SecretKey } from '#security/secret-key.ts';
import type { RepeatedCallRepository } from './repository.ts';

/** Time for which a key repeats its first reply. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** Like above, for callers without a credential: the lifetime of the grants in the replies. */
const STRANGER_KEPT_MS = 60 * 60 * 1000;
/** Maximum number of replies stored for callers without a credential: per address, and in total. */
const MAX_OF_ADDRESS = 100;
const MAX_OF_STRANGERS = 10_000;
/** A call whose process has died may run again after this. It exceeds the differences of replicas' clocks. */
const HELD_MS = 20_000;
/** Interval at which a running call prolongs its hold. */
const RENEW_MS = 5000;
/** Maximum wait of a repeat for the first attempt, less than the timeout of clients. */
const WAIT_MS = 25_000;
/** Time for which a proxy may repeat a write. */
const FORWARDED_MS = 60_000;
/**
 * Maximum wait of a repeat of idempotent work for the first attempt. It exceeds the lease of a dead
 * process by more than the clocks of replicas may differ.
 */
const FORWARDED_HELD_MS = 35_000;
const POLL_MS = 50;
/** Length of an id derived from a hash, long enough that no two calls get the same. */
const ONCE_ID_LENGTH = 21;

/** Reply that can be sent again. */
export interface KeptReply {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** Call with a key that its caller has chosen. */
export interface KeyedCall {
  /** Caller; keys of different callers are independent. */
  readonly caller: string;
  /**
   * Address of a caller without a credential. Only successes are stored for it, up to a limit; beyond
   * that each call runs.
   */
  readonly stranger?: string | undefined;
  readonly key: string;
  /** Method, address and body of the call. */
  readonly content: string;
}

/** Write that a proxy may send to another replica if the first has not answered. */
export interface ForwardedCall extends KeyedCall {
  /**
   * True if `content` lacks the body. Then only a request that arrives while the first runs is the same
   * call.
   */
  readonly hasOtherBody: boolean;
  /** True if running it twice has the same effect as running it once. */
  readonly isIdempotent: boolean;
}

export type RepeatedCalls = ReturnType<typeof createRepeatedCalls>;

interface Dependencies {
  readonly repository: RepeatedCallRepository;
  readonly secretKey: SecretKey;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  readonly waitMs?: number;
}

type Outcome =
  | { readonly reply: object }
  | { readonly code: ErrorCode; readonly details: AppError['details'] };

/** Runs a call once, even if it is sent several times and to several replicas. */
export function createRepeatedCalls(dependencies: Dependencies) {
  const { repository, secretKey, clock, onError, waitMs = WAIT_MS } = dependencies;
  // Contents and replies may have passwords and signed URLs, so neither is stored in readable form.
  const hash = (purpose: string, ...parts: readonly string[]) =>
    secretKey.sign(`repeated-calls:${purpose}`, JSON.stringify(parts));

  // Changes once the key has expired and is used again.
  const onceIdOf = (id: string, standsUntil: Date) =>
    hash('made', id, standsUntil.toISOString()).slice(0, ONCE_ID_LENGTH);

  const keep = (id: string, holder: string, outcome: Outcome) =>
    // The work is done, so the caller gets its reply even if it cannot be stored.
    repository.keep(id, holder, secretKey.encrypt(JSON.stringify(outcome))).catch(onError);

  async function isOneTooMany(call: KeyedCall): Promise<boolean> {
    if (call.stranger === undefined) return false;
    const now = clock.now();
    const { own, all } = await repository.countOfStrangers(hash('address', call.stranger), now);
    if (own < MAX_OF_ADDRESS && all < MAX_OF_STRANGERS) return false;
    const row = await repository.find(hash('key', call.caller, call.key));
    return row === null || row.expiresAt <= now;
  }

  const claim = (call: KeyedCall, purpose: string, heldMs: number, keptMs: number) => {
    const holder = randomId();
    const id = hash(purpose, call.caller, call.key);
    const now = clock.now();
    const heldUntil = new Date(now.getTime() + heldMs);
    const expiresAt = new Date(now.getTime() + keptMs);
    const stranger = call.stranger === undefined ? null : hash('address', call.stranger);
    const row = { id, fingerprint: hash('content', call.content), reply: null, stranger };
    const claimed = { ...row, holder, heldUntil, expiresAt };
    return { ...claimed, standsUntil: repository.claim(claimed, now) };
  };

  /**
   * Undefined if the first attempt has no row; `dead` if its process seems to have died.
   *
   * @param first its row as the caller has found it
   * @throws {AppError} `request.in_progress` if it takes longer than `timeoutMs`
   */
  async function awaitFirst(
    first: Awaited<ReturnType<RepeatedCallRepository['find']>>,
    timeoutMs = Number.POSITIVE_INFINITY,
  ): Promise<Outcome | 'dead' | undefined> {
    const endsAt = performance.now() + timeoutMs;
    for (let row = first; row; row = await repository.find(row.id)) {
      if (row.reply) return JSON.parse(secretKey.decrypt(row.reply)) as Outcome;
      if (row.heldUntil <= clock.now()) return 'dead';
      if (performance.now() > endsAt) throw new AppError('request.in_progress');
      await sleep(POLL_MS);
    }
    return undefined;
  }

  const repeatedCalls = {
    /**
     * Runs the work, or waits for the reply of the first attempt. If a process died after the work and before
     * storing the reply, the work runs again. It gets the same id for the item it creates, so that it finds
     * an item that exists already.
     *
     * @throws {AppError} `request.key_reused` for other content under the same key;
     *   `request.in_progress` if the first attempt takes long; the refusal that the first attempt
     *   got
     */
    async once(call: KeyedCall, work: (onceId: string) => Promise<KeptReply>): Promise<KeptReply> {
      if (await isOneTooMany(call)) return work(randomId());
      const keptMs = call.stranger === undefined ? KEPT_MS : STRANGER_KEPT_MS;
      const { id, fingerprint, holder, ...claimed } = claim(call, 'key', HELD_MS, keptMs);
      const standsUntil = await claimed.standsUntil;
      if (!standsUntil) {
        const first = await repository.find(id);
        if (first && first.fingerprint !== fingerprint) throw new AppError('request.key_reused');
        const outcome = await awaitFirst(first, waitMs);
        return outcome && outcome !== 'dead' ? replyOf(outcome) : repeatedCalls.once(call, work);
      }
      const timer = setInterval(() => {
        const heldUntil = new Date(clock.now().getTime() + HELD_MS);
        repository.prolong(id, holder, heldUntil).catch(onError);
      }, RENEW_MS).unref();
      try {
        const reply = await work(onceIdOf(id, standsUntil));
        await keep(id, holder, { reply });
        return reply;
      } catch (error) {
        const isKept = isFinal(error) && call.stranger === undefined;
        if (isKept) await keep(id, holder, { code: error.code, details: error.details });
        else await repository.release(id, holder);
        throw error;
      } finally {
        clearInterval(timer);
      }
    },
    /**
     * Runs the work, or waits for the reply of the first attempt, even if that is a fault: its effect
     * is unknown, so a second attempt could meet its results. If the first attempt does not end because
     * its process is dead, idempotent work runs again.
     *
     * @throws {AppError} `request.in_progress` if the first attempt does not end and may have taken
     *   effect
     */
    async forwarded<Reply extends object>(
      call: ForwardedCall,
      work: () => Promise<Reply>,
    ): Promise<Reply> {
      const heldMs = call.isIdempotent ? FORWARDED_HELD_MS : FORWARDED_MS;
      const { id, fingerprint, holder, standsUntil } = claim(
        call,
        'forwarded',
        heldMs,
        FORWARDED_MS,
      );
      if (!(await standsUntil)) {
        const first = await repository.find(id);
        const isSame = first?.fingerprint === fingerprint;
        if (!isSame || (call.hasOtherBody && first.reply)) return work();
        const outcome = await awaitFirst(first);
        if (outcome !== 'dead') return outcome ? replyOf<Reply>(outcome) : work();
        if (!call.isIdempotent) throw new AppError('request.in_progress');
        return repeatedCalls.forwarded(call, work);
      }
      try {
        const reply = await work();
        await keep(id, holder, { reply });
        return reply;
      } catch (error) {
        const { code, details, status } =
          error instanceof AppError ? error : new AppError('server.internal');
        if ([408, 429].includes(status)) await repository.release(id, holder);
        else await keep(id, holder, { code, details });
        throw error;
      }
    },
    sweep: () => repository.removeExpired(clock.now()),
  };
  return repeatedCalls;
}

function replyOf<Reply>(outcome: Outcome): Reply {
  // Type of the stored reply, which the same work has made.
  if ('reply' in outcome) return outcome.reply as Reply;
  throw new AppError(outcome.code, { details: outcome.details });
}

/** True for a refusal that repeats would get, too. Faults and throttles are not final. */
function isFinal(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500 && ![408, 423, 429].includes(error.status);
}
