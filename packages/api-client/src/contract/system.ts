import { z } from 'zod';
import { endpoint, streamEndpoint } from '../endpoint.ts';
import { gives, type InputOf, type OutputOf, takes } from '../schema.ts';
import { lenientBoolean, timestamp } from './fields.ts';
import { system } from './routes.ts';

const feature = 'system';

const healthQuery = z.object({
  /** Also checks the database and the default storage, and fails with `server.unavailable`. Default false. */
  ready: lenientBoolean.optional(),
});

/** Options of the health check. */
export interface HealthQuery extends InputOf<typeof healthQuery> {}

const healthReply = z.object({
  status: z.literal('ok'),
  /** Time of the server; ISO 8601, UTC. */
  timestamp,
});

/** Reply of a server that is up. */
export interface Health extends OutputOf<typeof healthReply> {}

const readyReply = z.object({
  status: z.literal('ready'),
  /** Time of the server; ISO 8601, UTC. */
  timestamp,
});

/** Reply of a server that can work. */
export interface Ready extends OutputOf<typeof readyReply> {}

const serverVersion = z.object({
  version: z.string(),
  /** For administrators only, like all fields below. */
  name: z.string().optional(),
  environment: z.string().optional(),
  /** Kind of database. */
  storage: z.string().optional(),
  nodeVersion: z.string().optional(),
  /** Seconds since the start. */
  uptime: z.int().optional(),
});

/** Version of the server; other facts for administrators only. */
export interface ServerVersion extends OutputOf<typeof serverVersion> {}

const uploadLimit = z.object({
  /** In megabytes of 1024² bytes. */
  max_upload_size: z.int(),
});

/** Maximum size of an upload. */
export interface UploadLimit extends OutputOf<typeof uploadLimit> {}

const uploadOriginList = z.object({
  /** For example `https://upload.example.org`; empty without `UPLOAD_URL`. */
  origins: z.array(z.string()),
});

/** Further origins of the server, which take uploads to its embedded store and nothing else. */
export interface UploadOrigins extends OutputOf<typeof uploadOriginList> {}

const measuredUpload = z.object({
  received_bytes: z.int(),
  /**
   * Milliseconds from the head of the request to its last byte, as the server saw them. If the
   * sender needed far longer, a proxy has buffered the body.
   */
  duration_ms: z.number(),
});

/** Outcome of a measured upload. */
export interface MeasuredUpload extends OutputOf<typeof measuredUpload> {}

/** Succeeds if the server is up; with `ready` it also checks the database and the default storage. */
export const health = endpoint({
  ...system.health,
  access: 'public',
  feature,
  summary: 'Whether the server is up, and with ready=1 whether it can work',
  query: takes<HealthQuery>()(healthQuery),
  data: gives<Health>(healthReply),
  errors: ['server.unavailable'],
});

/**
 * Succeeds if the server can work, so that load balancers send it requests. Otherwise it fails with
 * `server.unavailable`, whose `problems` are `draining`, `database`, `storage`, `clock` or `disk_full`.
 * Results are cached for 5 s, except `draining`.
 */
export const readiness = endpoint({
  ...system.readiness,
  access: 'public',
  feature,
  summary: 'Whether the server can work, and else why not',
  data: gives<Ready>(readyReply),
  errors: ['server.unavailable'],
});

/** Returns the version of the server; for administrators also its name, runtime and kind of database. */
export const version = endpoint({
  ...system.version,
  access: 'public',
  feature,
  summary: 'Version of the server',
  data: gives<ServerVersion>(serverVersion),
  errors: [],
});

/** Returns the maximum size of an upload, in MB. */
export const maxUploadSize = endpoint({
  ...system.maxUploadSize,
  access: 'public',
  feature,
  summary: 'Largest upload in MB',
  data: gives<UploadLimit>(uploadLimit),
  errors: [],
});

/**
 * Returns further origins of the server. A page may send a file's parts there in place of the origin of a
 * signed URL of the embedded store; `GET /s3` tells whether one can be reached.
 */
export const uploadOrigins = endpoint({
  ...system.uploadOrigins,
  access: 'public',
  feature,
  summary: 'Other origins for uploads',
  data: gives<UploadOrigins>(uploadOriginList),
  errors: [],
});

/**
 * Reads a body of at most 8 MiB and discards it. The server takes a few at the
 * same time, and refuses more with `request.rate_limited`.
 */
export const measureUpload = streamEndpoint({
  ...system.measureUpload,
  kind: 'stream',
  access: 'admin',
  feature,
  summary: 'Send bytes that are discarded, to measure the way to the server',
  sends: 'request',
  requestType: 'application/octet-stream',
  data: gives<MeasuredUpload>(measuredUpload),
  errors: ['request.length_required', 'request.too_large', 'request.rate_limited'],
});
