import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorCode } from '@satchel/api-client/errors';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import { randomId } from '#security/random.ts';
import type { SecretKey } from '#security/secret-key.ts';
import type { RepeatedCallRepository } from './repository.ts';

/** How long a key gives the reply that it gave first. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** Same for callers without a credential: as long as the grants in the replies live. */
const STRANGER_KEPT_MS = 60 * 60 * 1000;
/** Replies that are stored for callers without a credential: of one address, and of all. */
const MAX_OF_ADDRESS = 100;
const MAX_OF_STRANGERS = 10_000;
/** A call whose process has died is made anew after this; none of them takes nearly as long. */
const HELD_MS = 2 * 60 * 1000;
/** How long a proxy may repeat a write. */
const FORWARDED_MS = 60_000;
/**
 * How long a repeat of idempotent work waits for the first try: longer than a dead process has the names
 * that it claimed, by as much as clocks of replicas may differ.
 */
const FORWARDED_HELD_MS = 35_000;
const POLL_MS = 50;
/** Characters of its hash: enough that no two calls get the same id. */
const ONCE_ID_LENGTH = 21;

/** A reply as it is sent, and sent again. */
export interface KeptReply {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** A call with a key of its caller's own. */
export interface KeyedCall {
  /** Caller; keys of different callers are independent. */
  readonly caller: string;
  /**
   * Address of a caller without a credential. Only a success is stored for it, and only while there
   * are few; beyond that the call is made each time.
   */
  readonly stranger?: string | undefined;
  readonly key: string;
  /** All that is asked for: method, address and body. */
  readonly content: string;
}

/** A write that a proxy may send to another replica, when the first has not answered it. */
export interface ForwardedCall extends KeyedCall {
  /** True where `content` does not have the body: only what arrives meanwhile is the same call. */
  readonly hasOtherBody: boolean;
  /** True where a second try does what the first did, whatever became of that one. */
  readonly isIdempotent: boolean;
}

export type RepeatedCalls = ReturnType<typeof createRepeatedCalls>;

interface Dependencies {
  readonly repository: RepeatedCallRepository;
  readonly secretKey: SecretKey;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

type Outcome =
  | { readonly reply: object }
  | { readonly code: ErrorCode; readonly details: AppError['details'] };

/** Makes a call once, however often it is sent, on whichever replica. */
export function createRepeatedCalls(dependencies: Dependencies) {
  const { repository, secretKey, clock, onError } = dependencies;
  // Contents and replies may have passwords and signed addresses, so neither is stored readably.
  const hash = (purpose: string, ...parts: readonly string[]) =>
    secretKey.sign(`repeated-calls:${purpose}`, JSON.stringify(parts));

  // Another once the key stands for something new.
  const onceIdOf = (id: string, standsUntil: Date) =>
    hash('made', id, standsUntil.toISOString()).slice(0, ONCE_ID_LENGTH);

  const keep = (id: string, holder: string, outcome: Outcome) =>
    // The work is done: whoever asked for it is told so, even if it cannot be noted.
    repository.keep(id, holder, secretKey.encrypt(JSON.stringify(outcome))).catch(onError);

  async function repeat(id: string, fingerprint: string): Promise<KeptReply> {
    const row = await repository.find(id);
    if (row && row.fingerprint !== fingerprint) throw new AppError('request.key_reused');
    if (!row?.reply) throw new AppError('request.in_progress');
    const outcome = JSON.parse(secretKey.decrypt(row.reply)) as Outcome;
    return replyOf<KeptReply>(outcome);
  }

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

  /** Undefined where the first try has left no trace, or its process is taken for dead. */
  async function awaitFirst(id: string): Promise<Outcome | 'dead' | undefined> {
    for (;;) {
      const row = await repository.find(id);
      if (!row) return undefined;
      if (row.reply) return JSON.parse(secretKey.decrypt(row.reply)) as Outcome;
      if (row.heldUntil <= clock.now()) return 'dead';
      await sleep(POLL_MS);
    }
  }

  const repeatedCalls = {
    /**
     * Does the work, or gives the reply that it had. Where a process has died after the work and before it
     * was noted, the work is done again; it is told an id for what it makes, the same each time, by which it
     * finds that it has made it.
     *
     * @throws {AppError} `request.key_reused` for other content under the same key; `request.in_progress`
     *   while the first is at work; the refusal that the first one got
     */
    async once(call: KeyedCall, work: (onceId: string) => Promise<KeptReply>): Promise<KeptReply> {
      if (await isOneTooMany(call)) return work(randomId());
      const keptMs = call.stranger === undefined ? KEPT_MS : STRANGER_KEPT_MS;
      const { id, fingerprint, holder, ...claimed } = claim(call, 'key', HELD_MS, keptMs);
      const standsUntil = await claimed.standsUntil;
      if (!standsUntil) return repeat(id, fingerprint);
      try {
        const reply = await work(onceIdOf(id, standsUntil));
        await keep(id, holder, { reply });
        return reply;
      } catch (error) {
        const isKept = isFinal(error) && call.stranger === undefined;
        if (isKept) await keep(id, holder, { code: error.code, details: error.details });
        else await repository.release(id, holder);
        throw error;
      }
    },
    /**
     * Does the work, or waits for the reply of the first try, also for a fault of it: what a fault has
     * left undone is not known, and the client is told of the fault instead of what a second try would
     * meet. Where the first try does not end, because its process is dead, idempotent work is done again.
     *
     * @throws {AppError} `request.in_progress` where the first try does not end, and may have been done
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
        const outcome = await awaitFirst(id);
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

/** A refusal that is the answer. A fault or a throttle is none: the same call may go well later. */
function isFinal(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500 && ![408, 423, 429].includes(error.status);
}
