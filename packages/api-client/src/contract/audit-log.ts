import { z } from 'zod';
import { endpoint, streamEndpoint } from '../endpoint.ts';
import { gives, type InputOf, type OutputOf, takes } from '../schema.ts';
import { pagination, queryInteger, timestamp } from './fields.ts';
import { auditLog } from './routes.ts';

const feature = 'audit-log';

/** Areas of the log. The part of an action's name before the dot is its area. */
export const AUDIT_AREAS = [
  'sessions',
  'account',
  'api_keys',
  'storage',
  'mounts',
  'settings',
  'caches',
  'shares',
  'files',
  'audit_log',
  'server',
] as const;

/** Every action that is logged. */
export const AUDIT_ACTIONS = [
  'sessions.started',
  'sessions.refused',
  'sessions.ended',
  'sessions.others_ended',
  'account.changed',
  'account.password_reset',
  'api_keys.created',
  'api_keys.changed',
  'api_keys.deleted',
  'storage.created',
  'storage.changed',
  'storage.deleted',
  'storage.default_chosen',
  'storage.cors_applied',
  'mounts.created',
  'mounts.changed',
  'mounts.deleted',
  'settings.changed',
  'caches.cleared',
  'shares.texts_deleted',
  'shares.files_deleted',
  'shares.bundles_deleted',
  'shares.requests_deleted',
  'shares.deliveries_deleted',
  'shares.expired_deleted',
  'files.deleted',
  'files.moved',
  'files.overwritten',
  'audit_log.exported',
  'server.key_rotated',
  'server.restored',
  'server.imported',
  'server.moved',
] as const;

/** One of {@link AUDIT_AREAS}. */
export type AuditArea = (typeof AUDIT_AREAS)[number];

/** One of {@link AUDIT_ACTIONS}. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const detail = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

const auditEvent = z.object({
  id: z.string(),
  /** ISO 8601, UTC. */
  at: timestamp,
  /** Time of the last event if several were counted together, else same as `at`. */
  lastAt: timestamp,
  action: z.enum(AUDIT_ACTIONS),
  outcome: z.enum(['success', 'failure']),
  actor: z.object({
    /** Kind of actor. `operator` is a user at the server's own command line, who needs no account. */
    kind: z.enum(['admin', 'api_key', 'anonymous', 'operator']),
    /** Null for unknown actors and operators. */
    id: z.string().nullable(),
    /** Name at that time; for an operator the machine's user. */
    name: z.string().nullable(),
  }),
  /**
   * Address of the caller, for an operator the machine's name; null if several events were counted
   * together.
   */
  source: z.string().nullable(),
  /** User agent of the caller. */
  agent: z.string().nullable(),
  /**
   * Name of the item that the action concerns, at that time; for a refused log-in the administrator's.
   */
  target: z.string().nullable(),
  /** Further details, such as the names of changed fields. Never a secret. */
  details: z.record(z.string(), detail),
  /** Number of occurrences; above 1 only for refused log-ins, which are counted together. */
  occurrences: z.int(),
});

/** Event of the audit log. */
export interface AuditEvent extends OutputOf<typeof auditEvent> {}

const filter = {
  /** Only events whose actor, target, address or program contains this. */
  search: z.string().max(200).optional(),
  /** Only actions of this area. */
  area: z.enum(AUDIT_AREAS).optional(),
  /** Only events with this outcome. */
  outcome: z.enum(['success', 'failure']).optional(),
  /** Only events at this time or later; ISO 8601. */
  since: timestamp.optional(),
  /** Only events before this time; ISO 8601. */
  until: timestamp.optional(),
};

const auditQuery = z.object({
  ...filter,
  /** Page number from 1. Default 1. */
  page: queryInteger(1, 1, 1_000_000),
  /** Rows of a page, 1 to 200. Default 30. */
  limit: queryInteger(30, 1, 200),
  /** Order by time. Default `desc`, the newest first. */
  order: z.enum(['asc', 'desc']).default('desc'),
});

/** Filter, order and page of the list. */
export interface AuditQuery extends InputOf<typeof auditQuery> {}

const exportQuery = z.object({
  ...filter,
  /** Table for spreadsheets, or one JSON array. */
  format: z.enum(['csv', 'json']),
});

/** Events to export, and the format. */
export interface AuditExportQuery extends InputOf<typeof exportQuery> {}

/** Lists acts of administrators, API keys and operators, and refused log-ins; newest first. */
export const listAuditEvents = endpoint({
  ...auditLog.list,
  access: 'admin',
  feature,
  summary: 'List the audit log',
  query: takes<AuditQuery>()(auditQuery),
  data: gives<AuditEvent[]>(z.array(auditEvent)),
  extras: z.object({ pagination }),
  errors: [],
});

/** Exports the whole audit log, newest first: CSV with a header, or one JSON array. */
export const exportAuditLog = streamEndpoint({
  ...auditLog.export,
  access: 'admin',
  feature,
  sends: 'reply',
  summary: 'Export the audit log',
  query: takes<AuditExportQuery>()(exportQuery),
  errors: [],
});
