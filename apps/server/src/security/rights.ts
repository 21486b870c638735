import type { PermissionName } from '@satchel/api-client/permissions';

/** Permission that each use of a resolved path needs. */
export interface Rights {
  readonly view: PermissionName;
  readonly upload: PermissionName;
  readonly remove: PermissionName;
}

export const MOUNT_RIGHTS: Rights = {
  view: 'mount_view',
  upload: 'mount_upload',
  remove: 'mount_delete',
};

/** WebDAV has two permissions of its own, separate from the API's (SPEC 6). */
export const WEBDAV_RIGHTS: Rights = {
  view: 'webdav_read',
  upload: 'webdav_manage',
  remove: 'webdav_manage',
};
