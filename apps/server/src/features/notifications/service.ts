import type { Clock } from '#clock';
import { AppError } from '#errors';
import { orderedId } from '#security/random.ts';
import type { SafeFetch } from '#security/safe-fetch/safe-fetch.ts';
import type { SecretKey } from '#security/secret-key.ts';
import type {
  NotificationEvent,
  NotificationRepository,
  NotificationState,
  NotificationTransaction,
} from './repository.ts';
import { createSending } from './sending.ts';
import { createWebhookSecret } from './sign-webhook.ts';

export type { Notification } from './repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Time for which ended notifications are listed, and how many of them. */
const KEPT_MS = 30 * DAY_MS;
const MAX_KEPT = 10_000;
/** SECURITY 24: strangers cause notifications, so the number of waiting ones is limited. */
const MAX_WAITING = { maxOfUrl: 500, maxWaiting: 5000 };
const CHECK_TIMEOUT_MS = 15_000;

/** Webhook of a link. The secret is encrypted. */
export interface Webhook {
  readonly url: string;
  readonly secret: string;
}

/** Something that the owner of a link wants to know. */
export interface NewNotification extends Webhook {
  readonly event: NotificationEvent;
  /** Title or slug of the link. */
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Columns of a link that may have a webhook. */
interface Notifying {
  readonly notifyUrl: string | null;
  readonly notifySecret: string | null;
}

/** New webhook, with its secret in plain text for the creator. */
export interface CreatedWebhook extends Webhook {
  readonly plainSecret: string;
}

export type NotificationService = ReturnType<typeof createNotificationService>;

export interface NotificationDependencies {
  readonly repository: NotificationRepository;
  readonly safeFetch: Pick<SafeFetch, 'check' | 'post'>;
  readonly secretKey: SecretKey;
  /** Origins of this server, which no webhook may reach. */
  readonly ownOrigins: readonly string[];
  /** Port of this process. */
  readonly port: number;
  readonly listStorageEndpoints: () => Promise<readonly string[]>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Outbox of webhooks (CONTRACT A7): each row is written together with a change, and sent afterwards. */
export function createNotificationService(dependencies: NotificationDependencies) {
  const { repository, safeFetch, secretKey, clock } = dependencies;
  const findOwn = async () => ({
    origins: dependencies.ownOrigins,
    localPort: dependencies.port,
    storageEndpoints: await dependencies.listStorageEndpoints(),
  });
  const sending = createSending({ ...dependencies, findOwn });

  /**
   * Checks the URL of a webhook and makes its secret; null or `''` is no webhook.
   *
   * @throws {AppError} `notifications.url_invalid`, `notifications.address_refused`
   */
  const createWebhook = async (
    url: string | null | undefined,
  ): Promise<CreatedWebhook | undefined> => {
    if (!url) return undefined;
    const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    try {
      await safeFetch.check({ url, own: await findOwn(), signal });
    } catch (cause) {
      const isRefused = cause instanceof AppError && cause.code === 'url_uploads.address_refused';
      const code = isRefused ? 'notifications.address_refused' : 'notifications.url_invalid';
      throw new AppError(code, { cause });
    }
    const plainSecret = createWebhookSecret();
    return { url, secret: secretKey.encrypt(plainSecret), plainSecret };
  };

  return {
    createWebhook,
    /**
     * Columns of a link whose webhook changes, and the secret of a new one. None if the URL is absent or
     * the same.
     *
     * @throws {AppError} as for a new webhook: `notifications.url_invalid`, `notifications.address_refused`
     */
    async changeWebhook(current: string | null, url: string | null | undefined) {
      if (url === undefined || url === current) return { columns: {}, plainSecret: null };
      const webhook = await createWebhook(url);
      const columns = { notifyUrl: webhook?.url ?? null, notifySecret: webhook?.secret ?? null };
      return { columns, plainSecret: webhook?.plainSecret ?? null };
    },
    /** Sends the calls that wait for a changed webhook to its new URL, and drops those of a removed one. */
    async moveWaiting(before: Notifying, after: Notifying) {
      const from = webhookOf(before);
      const to = webhookOf(after);
      if (!from || from.secret === to?.secret) return;
      if (!to) return repository.removeWaiting(from);
      await repository.moveWaiting(from, { ...to, nextAttemptAt: clock.now() });
      sending.wake();
    },
    /**
     * Writes a notification in the transaction of the change that it reports; call `wake` after the
     * commit. Drops it if too many are waiting.
     */
    async enqueue(transaction: NotificationTransaction, notification: NewNotification) {
      const { event, subject, url, secret, data } = notification;
      const now = clock.now();
      const body = JSON.stringify({ type: event, timestamp: now.toISOString(), data });
      const row = {
        id: orderedId(),
        event,
        subject,
        url,
        secret,
        body,
        state: 'waiting' as const,
        attempts: 0,
        problem: null,
        nextAttemptAt: now,
        deliveredAt: null,
        createdAt: now,
      };
      await repository.add(transaction, row, MAX_WAITING);
    },
    /** Sends what is due, in the background. */
    wake: sending.wake,
    /** Makes due attempts, also those that a stopped process has left. */
    sendDue: sending.sendDue,
    list: (state: NotificationState | undefined, limit: number, offset: number) =>
      repository.list(state, limit, offset),
    /** @throws {AppError} `notifications.not_found` */
    async retry(id: string) {
      if (!(await repository.renew(id, clock.now()))) throw new AppError('notifications.not_found');
      sending.wake();
    },
    /** Removes notifications that ended long ago, and the oldest of too many. */
    async sweep() {
      const removed = await repository.removeEndedBefore(new Date(clock.now().getTime() - KEPT_MS));
      const limit = await repository.findLimit(MAX_KEPT);
      return removed + (limit ? await repository.removeEndedBefore(limit) : 0);
    },
    close: sending.close,
  };
}

function webhookOf({ notifyUrl: url, notifySecret: secret }: Notifying): Webhook | undefined {
  return url === null || secret === null ? undefined : { url, secret };
}
