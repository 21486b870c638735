import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { gives, type InputOf, type OutputOf, takes } from '../schema.ts';
import { timestamp } from './fields.ts';
import { sessions } from './routes.ts';

const feature = 'sessions';

const credentials = z.object({
  /** Name chosen when the server was set up. */
  username: z.string().min(1).max(200),
  /** In clear, as typed. */
  password: z.string().min(1).max(1024),
});

/** Credentials of an administrator. */
export interface LoginCredentials extends InputOf<typeof credentials> {}

const session = z.object({
  username: z.string(),
  /** For `Authorization: Bearer …`. */
  token: z.string(),
  /** When the token ends unless it is used before; ISO 8601, UTC. */
  expiresAt: timestamp,
});

/** A session that has begun. */
export interface Session extends OutputOf<typeof session> {}

/** Administrator log-in. The token lasts a day; each use prolongs it. */
export const login = endpoint({
  ...sessions.login,
  access: 'public',
  feature,
  summary: 'Log in as administrator',
  body: takes<LoginCredentials>()(credentials),
  data: gives<Session>(session),
  errors: ['sessions.wrong_credentials', 'auth.throttled', 'auth.busy'],
});

/** Ends the session whose token comes with the call; without a token it succeeds too. */
export const logout = endpoint({
  ...sessions.logout,
  access: 'public',
  feature,
  summary: 'Log out',
  data: z.null(),
  errors: [],
});

/** Tells whether an administrator's token is still valid. */
export const checkAdminToken = endpoint({
  ...sessions.checkAdminToken,
  access: 'admin',
  feature,
  summary: 'Check an administrator token',
  data: z.null(),
  errors: [],
});

const flags = z.object({
  /** Share texts. */
  text: z.boolean(),
  /** Share files. */
  file: z.boolean(),
  mount_view: z.boolean(),
  mount_upload: z.boolean(),
  mount_copy: z.boolean(),
  mount_rename: z.boolean(),
  mount_delete: z.boolean(),
  webdav_read: z.boolean(),
  webdav_manage: z.boolean(),
});

/** Permissions of a credential. */
export interface PermissionFlags extends OutputOf<typeof flags> {}

export const permissionFlags = gives<PermissionFlags>(flags);

const credentialInfo = z.object({
  name: z.string(),
  /** The directory of the mounts to which the credential is confined. */
  basic_path: z.string(),
  permissions: permissionFlags,
  key_info: z.object({ id: z.string(), name: z.string(), basic_path: z.string() }),
  /** Only for an administrator. */
  is_admin: z.literal(true).optional(),
});

/** A credential and what it may do. */
export interface CredentialInfo extends OutputOf<typeof credentialInfo> {}

/** Tells what the credential may do; `is_admin` only for an administrator. */
export const checkApiKey = endpoint({
  ...sessions.checkApiKey,
  access: 'authenticated',
  feature,
  summary: 'Check an API key and read its rights',
  data: gives<CredentialInfo>(credentialInfo),
  errors: [],
});

/** No spaces, and no colon, because Basic credentials end the user name at the first colon. */
const newUsername = z
  .string()
  .regex(/^[^\s:\p{Cc}]{1,64}$/u, { error: 'sessions.username_invalid' })
  .or(z.literal(''))
  .nullish();

const newPassword = z
  .string()
  .min(8, { error: 'sessions.password_too_short' })
  .max(1024)
  .or(z.literal(''))
  .nullish();

const accountChanges = z.object({
  /** In clear, as typed. */
  currentPassword: z.string().min(1).max(1024),
  /** 8 to 1024 characters, none of the 10,000 commonest; absent, null or '' keeps the password. */
  newPassword,
  /** 1 to 64 characters without spaces and colons; absent, null or '' keeps the name. */
  newUsername,
});

/** Changes of the administrator's account: at least one of the two. */
export interface AccountChanges extends InputOf<typeof accountChanges> {}

/** Changes the administrator's name, password or both, and ends all of their sessions. */
export const changePassword = endpoint({
  ...sessions.changePassword,
  access: 'admin',
  feature,
  summary: 'Change the administrator account',
  body: takes<AccountChanges>()(accountChanges),
  data: z.null(),
  errors: [
    'sessions.wrong_current_password',
    'sessions.nothing_to_change',
    'sessions.same_password',
    'sessions.password_too_short',
    'sessions.password_too_common',
    'sessions.username_invalid',
    'sessions.username_taken',
    'auth.throttled',
    'auth.busy',
  ],
});

const sessionId = z.object({
  /** Id of the session, from `list`. */
  id: z.string().min(1).max(64),
});

/** Says which session is meant. */
export interface SessionId extends InputOf<typeof sessionId> {}

const openSession = z.object({
  /** Tells it from others; nobody can log in with it. */
  id: z.string(),
  /** True of the session that makes this call. */
  isOwn: z.boolean(),
  /** ISO 8601, UTC. */
  startedAt: timestamp,
  /** To the minute; null of sessions of older versions that have not been used since. */
  lastUsedAt: timestamp.nullable(),
  /** When it is over unless it is used before. */
  expiresAt: timestamp,
  /** When it is over, however much it is used. */
  endsAt: timestamp,
  /** The address that it was begun from. */
  source: z.string().nullable(),
  /** User agent of the program that began the session. */
  agent: z.string().nullable(),
});

/** A session of the administrator who asks. */
export interface OpenSession extends OutputOf<typeof openSession> {}

/** The administrator's own sessions, newest first. */
export const listSessions = endpoint({
  ...sessions.list,
  access: 'admin',
  feature,
  summary: 'List one’s sessions',
  data: gives<OpenSession[]>(z.array(openSession)),
  errors: [],
});

/** Ends one of the administrator's own sessions. Succeeds too where it is over already. */
export const endSession = endpoint({
  ...sessions.end,
  access: 'admin',
  feature,
  summary: 'End a session',
  params: takes<SessionId>()(sessionId),
  data: z.null(),
  errors: [],
});

const endedSessions = z.object({ ended: z.int() });

/** How many sessions were ended. */
export interface EndedSessions extends OutputOf<typeof endedSessions> {}

/** Ends all of the administrator's sessions but the one that makes the call. */
export const endOtherSessions = endpoint({
  ...sessions.endOthers,
  access: 'admin',
  feature,
  summary: 'End all other sessions',
  data: gives<EndedSessions>(endedSessions),
  errors: [],
});
