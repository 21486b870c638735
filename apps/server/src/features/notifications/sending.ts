import type { Clock } from '#clock';
import { AppError } from '#errors';
import type { OwnAddresses } from '#security/safe-fetch/address-guard.ts';
import type { SafeFetch } from '#security/safe-fetch/safe-fetch.ts';
import type { SecretKey } from '#security/secret-key.ts';
import type { Notification, NotificationRepository } from './repository.ts';
import { signWebhook } from './sign-webhook.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Delays after failed attempts, as Standard Webhooks recommends. After the last one the call has failed. */
const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** Time after which an attempt counts as failed if its process was killed. */
const ATTEMPT_MS = MINUTE_MS;
const BATCH = 100;
/** Number of webhooks that are called concurrently. Calls of one webhook follow each other. */
const CONCURRENT_WEBHOOKS = 16;
/** Time after which a slow webhook with many calls lets others have their turn. */
const TURN_MS = 10 * SECOND_MS;
/** Answer of a receiver that wants no more calls. */
const GONE = 'HTTP 410';

export interface SendingDependencies {
  readonly repository: NotificationRepository;
  readonly safeFetch: Pick<SafeFetch, 'post'>;
  readonly secretKey: Pick<SecretKey, 'decrypt'>;
  readonly findOwn: () => Promise<OwnAddresses>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Sends the rows of the outbox: at least once each, from whichever replica comes first. */
export function createSending(dependencies: SendingDependencies) {
  const { repository, clock, onError } = dependencies;
  const attempt = createAttempt(dependencies);
  const ending = new AbortController();
  /** Webhooks that this process is calling. */
  const busy = new Map<string, Promise<void>>();
  let starting: Promise<unknown> | undefined;
  let isWoken = false;
  let timer: NodeJS.Timeout | undefined;

  /** Calls one webhook until a call fails or its turn is over; then its other calls wait. */
  const sendGroup = async (group: readonly Notification[]) => {
    const turnEndsAt = performance.now() + TURN_MS;
    for (const row of group) {
      if (ending.signal.aborted || performance.now() > turnEndsAt) return;
      const now = clock.now();
      const until = new Date(now.getTime() + ATTEMPT_MS);
      if (!(await repository.claim(row, now, until))) continue;
      const claimed = { ...row, attempts: row.attempts + 1 };
      const outcome = await attempt(claimed, ending.signal);
      const isDelivered = outcome.state === 'delivered';
      if (ending.signal.aborted && !isDelivered) {
        // This process has ended the call, so that another one makes it now, as the same attempt.
        const { attempts } = row;
        await repository.recordOutcome(claimed, { nextAttemptAt: now, attempts });
        return;
      }
      await repository.recordOutcome(claimed, outcome);
      if (isDelivered) continue;
      if (outcome.problem === GONE) {
        await repository.failWaiting(row.url, outcome);
        return;
      }
      // The others wait a minute at most, because the receiver may refuse this one call alone.
      const { nextAttemptAt: next } = outcome;
      const isSoon = next && next < until;
      await repository.postpone(row.url, now, isSoon ? next : until);
      if (isSoon) wakeIn(next.getTime() - clock.now().getTime());
      return;
    }
  };
  /** Starts the due calls of webhooks that are not being called yet. */
  const start = async () => {
    const free = CONCURRENT_WEBHOOKS - busy.size;
    if (free <= 0 || ending.signal.aborted) return;
    const due = await repository.listDue(clock.now(), BATCH, [...busy.keys()]);
    for (const [url, group] of [...Map.groupBy(due, ({ url }) => url)].slice(0, free)) {
      // Wakes only after success, because a failing database would be asked in a loop.
      const sent = sendGroup(group).finally(() => busy.delete(url));
      busy.set(url, sent.then(wake, onError));
    }
    if (due.length === BATCH) isWoken = true;
  };
  const wake = () => {
    if (ending.signal.aborted) return;
    isWoken = true;
    if (starting) return;
    const run = async () => {
      while (isWoken) {
        isWoken = false;
        await start();
      }
    };
    starting = run()
      .catch(onError)
      .finally(() => {
        starting = undefined;
      });
  };
  /** Waits for the calls that are being made. */
  const settle = async () => {
    await starting;
    await Promise.all(busy.values());
  };
  /** Wakes soon. A timer that runs already is earlier. */
  const wakeIn = (delayMs: number) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      wake();
    }, delayMs).unref();
  };

  return {
    wake,
    /** Makes due attempts, also those that a stopped process has left. */
    async sendDue() {
      wake();
      await settle();
    },
    /** Ends running calls; their rows are sent again after the next start. */
    async close() {
      ending.abort();
      clearTimeout(timer);
      await settle();
    },
  };
}

type Outcome = Parameters<NotificationRepository['recordOutcome']>[1];

function createAttempt({ safeFetch, secretKey, findOwn, clock }: SendingDependencies) {
  return async (row: Notification, signal: AbortSignal): Promise<Outcome> => {
    const problem = await post(row, signal).catch((error: unknown) => reasonOf(error));
    const now = clock.now();
    if (problem === undefined) {
      return { state: 'delivered', problem: null, nextAttemptAt: null, deliveredAt: now };
    }
    const delayMs = DELAYS_MS[row.attempts - 1];
    if (delayMs === undefined || problem === GONE) {
      return { state: 'failed', problem, nextAttemptAt: null };
    }
    return { problem, nextAttemptAt: new Date(now.getTime() + delayMs) };
  };

  /** Returns undefined once the receiver has accepted the call, else the reason why not. */
  async function post({ id, url, secret, body }: Notification, signal: AbortSignal) {
    const signed = signWebhook(secretKey.decrypt(secret), { id, sentAt: clock.now(), body });
    const headers = { ...signed, 'content-type': 'application/json' };
    const own = await findOwn();
    const status = await safeFetch.post({ url, own, sent: { text: body, headers }, signal });
    return status >= 200 && status < 300 ? undefined : reasonOfStatus(status);
  }
}

function reasonOfStatus(status: number): string {
  return `HTTP ${status}`;
}

/**
 * Names the kind of a failure alone, because an error may quote a URL with secrets: the code of the
 * connection's error, such as `CERT_HAS_EXPIRED`, or else ours.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof AppError)) return 'unexpected';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.code;
}
