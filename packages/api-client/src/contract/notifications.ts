import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { gives, type InputOf, type OutputOf, takes } from '../schema.ts';
import { pageFields, queryInteger, timestamp } from './fields.ts';
import { NOTIFICATION_EVENTS, NOTIFICATION_STATES } from './limits.ts';
import { notifications } from './link-routes.ts';

const feature = 'notifications';

const notification = z.object({
  id: z.string(),
  /** Event that the call reports. */
  event: z.enum(NOTIFICATION_EVENTS),
  /** Host of the webhook; the rest of its URL may have secrets. */
  host: z.string(),
  /** Title or slug of the link. */
  subject: z.string(),
  /** `waiting` until it is accepted; `failed` after the last attempt. */
  state: z.enum(NOTIFICATION_STATES),
  /** Number of attempts so far. */
  attempts: z.int(),
  /** Reason of the last failed attempt; null without one. */
  problem: z.string().nullable(),
  /** ISO 8601, UTC. */
  created_at: timestamp,
  /** Next attempt: ISO 8601, UTC; null if there is none. */
  next_attempt_at: timestamp.nullable(),
  /** ISO 8601, UTC; null until it is accepted. */
  delivered_at: timestamp.nullable(),
});

/** Call of a webhook. */
export interface Notification extends OutputOf<typeof notification> {}

const listQuery = z.object({
  /** Rows of a page, 1 to 200. Default 50. */
  limit: queryInteger(50, 1, 200),
  /** Rows before this page. Default 0. */
  offset: queryInteger(0, 0, 1_000_000_000),
  /** Only notifications in this state. */
  state: z.enum(NOTIFICATION_STATES).optional(),
});

/** Filter and page of the list. */
export interface NotificationListQuery extends InputOf<typeof listQuery> {}

const page = z.object({
  notifications: gives<Notification[]>(z.array(notification)),
  pagination: z.object(pageFields),
});

/** Page of notifications, newest first. */
export interface NotificationPage extends OutputOf<typeof page> {}

/** Lists the calls of webhooks, newest first. Delivered ones are kept for 30 days. */
export const listNotifications = endpoint({
  ...notifications.list,
  access: 'admin',
  feature,
  summary: 'List notifications',
  query: takes<NotificationListQuery>()(listQuery),
  data: gives<NotificationPage>(page),
  errors: [],
});

const idParams = z.object({
  /** Id of the notification. */
  id: z.string().min(1).max(64),
});

/** Identifies a notification. */
export interface NotificationId extends InputOf<typeof idParams> {}

/** Makes the next attempt at once, also for one that has failed. */
export const retryNotification = endpoint({
  ...notifications.retry,
  access: 'admin',
  feature,
  summary: 'Send a notification again',
  params: takes<NotificationId>()(idParams),
  data: z.null(),
  errors: ['notifications.not_found'],
});
