import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { gives, type InputOf, type OutputOf, takes } from '../schema.ts';
import { lenientBoolean, timestamp } from './fields.ts';
import { system } from './routes.ts';

const feature = 'system';

const healthQuery = z.object({
  /** Tries the database and the default storage too, and fails with `server.unavailable`. Default false. */
  ready: lenientBoolean.optional(),
});

/** How far the server is to be examined. */
export interface HealthQuery extends InputOf<typeof healthQuery> {}

const healthReply = z.object({
  status: z.literal('ok'),
  /** The server's time; ISO 8601, UTC. */
  timestamp,
});

/** The server is well. */
export interface Health extends OutputOf<typeof healthReply> {}

const readyReply = z.object({
  status: z.literal('ready'),
  /** The server's time; ISO 8601, UTC. */
  timestamp,
});

/** The server can work. */
export interface Ready extends OutputOf<typeof readyReply> {}

const serverVersion = z.object({
  version: z.string(),
  /** This and all below: for administrators. */
  name: z.string().optional(),
  environment: z.string().optional(),
  /** The kind of database. */
  storage: z.string().optional(),
  nodeVersion: z.string().optional(),
  /** Seconds since the start. */
  uptime: z.int().optional(),
});

/** Which server it is: of strangers' business is the version only. */
export interface ServerVersion extends OutputOf<typeof serverVersion> {}

const uploadLimit = z.object({
  /** In megabytes of 1024² bytes. */
  max_upload_size: z.int(),
});

/** The largest upload. */
export interface UploadLimit extends OutputOf<typeof uploadLimit> {}

/** Tells that the server is up; with `ready` it tries the database and the default storage too. */
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
 * Tells that the server can work: whoever spreads requests sends it some. Where it cannot, it fails with
 * `server.unavailable`, whose `problems` say why: `draining`, `database`, `storage`, `clock`, `disk_full`.
 * What it found is kept for 5 s, but for `draining`.
 */
export const readiness = endpoint({
  ...system.readiness,
  access: 'public',
  feature,
  summary: 'Whether the server can work, and else why not',
  data: gives<Ready>(readyReply),
  errors: ['server.unavailable'],
});

/** Version of the server; to administrators also its name, runtime and kind of database. */
export const version = endpoint({
  ...system.version,
  access: 'public',
  feature,
  summary: 'Version of the server',
  data: gives<ServerVersion>(serverVersion),
  errors: [],
});

/** The largest upload, in MB. */
export const maxUploadSize = endpoint({
  ...system.maxUploadSize,
  access: 'public',
  feature,
  summary: 'Largest upload in MB',
  data: gives<UploadLimit>(uploadLimit),
  errors: [],
});
