import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { timestamp } from './fields.ts';

const feature = 'sessions';

/** Administrator log-in. The token lasts a day; each use prolongs it. */
export const login = endpoint({
  method: 'POST',
  path: '/api/admin/login',
  access: 'public',
  feature,
  summary: 'Log in as administrator',
  body: z.object({ username: z.string().min(1).max(200), password: z.string().min(1).max(1024) }),
  data: z.object({ username: z.string(), token: z.string(), expiresAt: timestamp }),
  errors: ['sessions.wrong_credentials', 'auth.throttled', 'auth.busy'],
});

/** Ends the session whose token comes with the call; without a token it succeeds too. */
export const logout = endpoint({
  method: 'POST',
  path: '/api/admin/logout',
  access: 'public',
  feature,
  summary: 'Log out',
  data: z.null(),
  errors: [],
});

/** Tells whether an administrator's token is still valid. */
export const checkAdminToken = endpoint({
  method: 'GET',
  path: '/api/test/admin-token',
  access: 'admin',
  feature,
  summary: 'Check an administrator token',
  data: z.null(),
  errors: [],
});

export const permissionFlags = z.object({
  text: z.boolean(),
  file: z.boolean(),
  mount_view: z.boolean(),
  mount_upload: z.boolean(),
  mount_copy: z.boolean(),
  mount_rename: z.boolean(),
  mount_delete: z.boolean(),
  webdav_read: z.boolean(),
  webdav_manage: z.boolean(),
});

/** Tells what the credential may do; `is_admin` only for an administrator. */
export const checkApiKey = endpoint({
  method: 'GET',
  path: '/api/test/api-key',
  access: 'authenticated',
  feature,
  summary: 'Check an API key and read its rights',
  data: z.object({
    name: z.string(),
    basic_path: z.string(),
    permissions: permissionFlags,
    key_info: z.object({ id: z.string(), name: z.string(), basic_path: z.string() }),
    is_admin: z.literal(true).optional(),
  }),
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

/** Changes the administrator's name, password or both, and ends all of their sessions. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/admin/change-password',
  access: 'admin',
  feature,
  summary: 'Change the administrator account',
  body: z.object({ currentPassword: z.string().min(1).max(1024), newPassword, newUsername }),
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
