import type { NOTIFICATION_EVENTS, NOTIFICATION_STATES } from '@satchel/api-client/contract/limits';
import type { Prisma, PrismaClient } from '#database';

/** Longest time to a next attempt, and an hour because the clocks of replicas differ. */
const MAX_DELAY_MS = 25 * 60 * 60 * 1000;

export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

/** Call of a webhook: a row of the outbox. */
export type Notification = Readonly<
  Omit<Prisma.NotificationModel, 'event' | 'state'> & {
    event: NotificationEvent;
    state: NotificationState;
  }
>;

type Webhook = Pick<Notification, 'url' | 'secret'>;

/** Transaction of the change that a notification reports. */
export type NotificationTransaction = Pick<Prisma.TransactionClient, 'notification'>;

/** Version of a waiting row. Each attempt makes a new one, so that two processes never make the same attempt. */
type Version = Pick<Notification, 'id' | 'attempts'>;

type Outcome = Partial<
  Pick<Notification, 'state' | 'problem' | 'nextAttemptAt' | 'deliveredAt' | 'attempts'>
>;

export type NotificationRepository = ReturnType<typeof createNotificationRepository>;

export function createNotificationRepository({ notification }: PrismaClient) {
  const many = (rows: Promise<unknown>) => rows as Promise<readonly Notification[]>;
  /** Times further off than any delay are due too: they were written while the clock was ahead. */
  const due = (now: Date) => ({
    state: 'waiting',
    OR: [
      { nextAttemptAt: { lte: now } },
      { nextAttemptAt: { gt: new Date(now.getTime() + MAX_DELAY_MS) } },
    ],
  });
  const endedBefore = (before: Date) => ({ state: { not: 'waiting' }, createdAt: { lt: before } });
  return {
    /** Adds a row, unless `maxOfUrl` calls of the same webhook or `maxWaiting` in all wait already. */
    async add(
      transaction: NotificationTransaction,
      row: Notification,
      { maxOfUrl, maxWaiting }: { readonly maxOfUrl: number; readonly maxWaiting: number },
    ) {
      const waiting = await transaction.notification.findMany({
        where: { state: 'waiting' },
        take: maxWaiting,
        select: { url: true },
      });
      const ofUrl = waiting.filter(({ url }) => url === row.url);
      if (waiting.length >= maxWaiting || ofUrl.length >= maxOfUrl) return;
      await transaction.notification.create({ data: row, select: { id: true } });
    },
    find: async (id: string) =>
      ((await notification.findUnique({ where: { id } })) as Notification | null) ?? undefined,
    /** Waiting rows whose attempt is due, the longest due first, of other webhooks than these. */
    listDue: (now: Date, take: number, except: readonly string[]) =>
      many(
        notification.findMany({
          where: { ...due(now), url: { notIn: [...except] } },
          orderBy: [{ nextAttemptAt: 'asc' }, { createdAt: 'asc' }],
          take,
        }),
      ),
    /** Counts an attempt before it is made. Returns false if another process makes it. */
    async claim({ id, attempts }: Version, now: Date, until: Date) {
      const { count } = await notification.updateMany({
        where: { id, attempts, ...due(now) },
        data: { attempts: attempts + 1, nextAttemptAt: until },
      });
      return count > 0;
    },
    /** Stores the outcome of an attempt, unless a later attempt has begun. */
    async recordOutcome({ id, attempts }: Version, outcome: Outcome) {
      await notification.updateMany({ where: { id, attempts, state: 'waiting' }, data: outcome });
    },
    /** Postpones the due calls of a webhook that does not answer, so that other webhooks get their turn. */
    async postpone(url: string, now: Date, until: Date) {
      await notification.updateMany({
        where: { url, ...due(now) },
        data: { nextAttemptAt: until },
      });
    },
    /** Ends the waiting calls of a webhook with the outcome of one of them. */
    async failWaiting(url: string, outcome: Outcome) {
      await notification.updateMany({ where: { url, state: 'waiting' }, data: outcome });
    },
    /** Changes the webhook of the calls that wait for another one; encryption makes each secret unique. */
    async moveWaiting(from: Webhook, to: Webhook & Pick<Notification, 'nextAttemptAt'>) {
      await notification.updateMany({ where: { ...from, state: 'waiting' }, data: to });
    },
    async removeWaiting(webhook: Webhook) {
      await notification.deleteMany({ where: { ...webhook, state: 'waiting' } });
    },
    /** Makes the next attempt of a row due. Returns false if there is no such row. */
    async renew(id: string, now: Date) {
      const data = { state: 'waiting', nextAttemptAt: now, attempts: 0, deliveredAt: null };
      return (await notification.updateMany({ where: { id }, data })).count > 0;
    },
    async list(state: NotificationState | undefined, limit: number, offset: number) {
      const where = state ? { state } : {};
      const [notifications, total] = await Promise.all([
        many(
          notification.findMany({
            where,
            orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
            take: limit,
            skip: offset,
          }),
        ),
        notification.count({ where }),
      ]);
      return { notifications, total };
    },
    async removeEndedBefore(before: Date) {
      return (await notification.deleteMany({ where: endedBefore(before) })).count;
    },
    /** Time of the oldest of the ended rows that are kept, if there are more than `kept`. */
    async findLimit(kept: number): Promise<Date | undefined> {
      const row = await notification.findFirst({
        where: { state: { not: 'waiting' } },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        skip: kept,
        select: { createdAt: true },
      });
      return row?.createdAt;
    },
  };
}
