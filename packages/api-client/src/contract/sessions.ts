import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { gives, type InputOf, type OutputOf, takes } from '../schema.ts';
import { timestamp } from './fields.ts';
import { sessions } from './routes.ts';

const feature = 'sessions';

const credentials = z.object({
  /** User name of the administrator. */
  username: z.string().min(1).max(200),
  /** Password in plain text. */
  password: z.string().min(1).max(1024),
});

/** Credentials of an administrator. */
export interface LoginCredentials extends InputOf<typeof credentials> {}

const session = z.object({
  username: z.string(),
  /** Token for `Authorization: Bearer …`. */
  token: z.string(),
  /** End of the token unless it is used before; ISO 8601, UTC. */
  expiresAt: timestamp,
});

/** Session after a log-in. */
export interface Session extends OutputOf<typeof session> {}

/** Logs an administrator in. The token lasts a day; each use extends it. */
export const login = endpoint({
  ...sessions.login,
  access: 'public',
  feature,
  summary: 'Log in as administrator',
  body: takes<LoginCredentials>()(credentials),
  data: gives<Session>(session),
  errors: ['sessions.wrong_credentials', 'auth.throttled', 'auth.busy'],
});

/** Ends the session of the call's token; succeeds without a token, too. */
export const logout = endpoint({
  ...sessions.logout,
  access: 'public',
  feature,
  summary: 'Log out',
  data: z.null(),
  errors: [],
});

/** Succeeds if an administrator's token is still valid. */
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
  /** Directory of the mounts that the credential is restricted to. */
  basic_path: z.string(),
  permissions: permissionFlags,
  key_info: z.object({ id: z.string(), name: z.string(), basic_path: z.string() }),
  /** Only present for an administrator. */
  is_admin: z.literal(true).optional(),
});

/** Credential and its permissions. */
export interface CredentialInfo extends OutputOf<typeof credentialInfo> {}

/** Returns the permissions of the credential; `is_admin` only for an administrator. */
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
  /** Current password in plain text. */
  currentPassword: z.string().min(1).max(1024),
  /**
   * New password: 8 to 1024 characters, none of the 10,000 most common ones; absent, null or '' keeps
   * the password.
   */
  newPassword,
  /** New user name: 1 to 64 characters without spaces and colons; absent, null or '' keeps the name. */
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

/** Identifies a session. */
export interface SessionId extends InputOf<typeof sessionId> {}

const openSession = z.object({
  /** Identifies the session; it is no credential. */
  id: z.string(),
  /** True for the session that makes this call. */
  isOwn: z.boolean(),
  /** ISO 8601, UTC. */
  startedAt: timestamp,
  /** Rounded to the minute; null for sessions of older versions that have not been used since. */
  lastUsedAt: timestamp.nullable(),
  /** End of the session unless it is used before. */
  expiresAt: timestamp,
  /** End of the session even if it is in use. */
  endsAt: timestamp,
  /** Address that the session was started from. */
  source: z.string().nullable(),
  /** User agent of the program that started the session. */
  agent: z.string().nullable(),
});

/** Session of the administrator who makes the call. */
export interface OpenSession extends OutputOf<typeof openSession> {}

/** Lists the administrator's own sessions, newest first. */
export const listSessions = endpoint({
  ...sessions.list,
  access: 'admin',
  feature,
  summary: 'List one’s sessions',
  data: gives<OpenSession[]>(z.array(openSession)),
  errors: [],
});

/** Ends one of the administrator's own sessions. Succeeds if it has ended already. */
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

/** Number of sessions that were ended. */
export interface EndedSessions extends OutputOf<typeof endedSessions> {}

/** Ends all of the administrator's sessions except the one that makes the call. */
export const endOtherSessions = endpoint({
  ...sessions.endOthers,
  access: 'admin',
  feature,
  summary: 'End all other sessions',
  data: gives<EndedSessions>(endedSessions),
  errors: [],
});
