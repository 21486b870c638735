export {
  isAncestorOf,
  isWithin,
  normalizePath,
  type PathProblem,
  type PathResult,
} from './base-path.ts';
export {
  type Access,
  can,
  type Decision,
  type Denial,
  decide,
  decideAccess,
  decideListing,
} from './can.ts';
export {
  hasPermission,
  MOUNT_PERMISSION_BITS,
  PERMISSION_FLAGS,
  type PermissionFlagName,
  type PermissionName,
  type PermissionObject,
  permissionBitsOf,
  permissionObjectOf,
} from './flags.ts';
export {
  ADMIN_PAGE_ACCESS,
  type AdminPage,
  AUTH_REVALIDATION_MS,
  adminPageRedirect,
  canEnterAdmin,
  canSeeEnvSwitcher,
  firstAllowedAdminPage,
  isRevalidationDue,
  mountPathRedirect,
} from './guards.ts';
export { createdByOf, owns } from './ownership.ts';
export {
  type AdminPrincipal,
  ANONYMOUS,
  type AnonymousPrincipal,
  type ApiKeyPrincipal,
  type Principal,
} from './principal.ts';
