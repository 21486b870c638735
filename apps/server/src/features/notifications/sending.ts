import type { Clock } from '#clock';
import { forEachAtOnce } from '#concurrency/for-each-at-once.ts';
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
const CONCURRENT_WEBHOOKS = 4;
/** Status of a receiver that wants no more calls. */
const GONE = 410;

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
  let running: Promise<unknown> | undefined;
  let isWoken = false;
  let timer: NodeJS.Timeout | undefined;

  /** Calls one webhook until a call fails; then its other calls wait. */
  const sendGroup = async (group: readonly Notification[]) => {
    for (const row of group) {
      if (ending.signal.aborted) return;
      const now = clock.now();
      const until = new Date(now.getTime() + ATTEMPT_MS);
      if (!(await repository.claim(row, now, until))) continue;
      const claimed = { ...row, attempts: row.attempts + 1 };
      const outcome = await attempt(claimed, ending.signal);
      await repository.recordOutcome(claimed, outcome);
      if (outcome.state === 'delivered') continue;
      await repository.postpone(row.url, now, outcome.nextAttemptAt ?? until);
      const delayMs = (outcome.nextAttemptAt?.getTime() ?? 0) - clock.now().getTime();
      if (outcome.nextAttemptAt && delayMs <= MINUTE_MS) wakeIn(delayMs);
      return;
    }
  };
  const sendDue = async (): Promise<number> => {
    let count = 0;
    for (;;) {
      const due = await repository.listDue(clock.now(), BATCH);
      const groups = [...Map.groupBy(due, ({ url }) => url).values()];
      await forEachAtOnce(groups, CONCURRENT_WEBHOOKS, sendGroup);
      count += due.length;
      if (due.length < BATCH || ending.signal.aborted) return count;
    }
  };
  const wake = () => {
    if (ending.signal.aborted) return;
    isWoken = true;
    if (running) return;
    const run = async () => {
      while (isWoken) {
        isWoken = false;
        await sendDue();
      }
    };
    running = run()
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  };
  /** Wakes soon, at the earliest of several times. */
  const wakeIn = (delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(wake, Math.max(0, delayMs)).unref();
  };

  return {
    wake,
    sendDue,
    /** Ends running calls; their rows are sent again after the next start. */
    async close() {
      ending.abort();
      clearTimeout(timer);
      await running;
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
    if (delayMs === undefined || problem === reasonOfStatus(GONE)) {
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

/** Names the kind of a failure alone, because an error may quote a URL with secrets. */
function reasonOf(error: unknown): string {
  return error instanceof AppError ? error.code : 'unexpected';
}
