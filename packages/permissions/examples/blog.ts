import { createPermissions } from '@satchel/permissions';

export const blog = createPermissions({
  // Stored as one number: a user with 3 reads and writes.
  flags: { read: 1, write: 2, publish: 4 },
  // Asked for, not stored: one of its flags is enough.
  groups: { edit: ['write', 'publish'] },
  // Kinds of principals with permission bits, with the prefix of their stored ids.
  holders: { user: 'user:' },
});

export type Principal = Parameters<typeof blog.decideAccess>[0];
export type Access = Parameters<typeof blog.decideAccess>[1];
export type Permission = Parameters<typeof blog.can>[1];

export const STATUS = {
  unauthenticated: 401,
  missing_permission: 403,
  admin_only: 403,
  outside_base_path: 403,
  invalid_path: 400,
} as const;
