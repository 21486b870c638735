export {
  isAncestorOf,
  isWithin,
  type NormalizedPath,
  normalizePath,
  type PathProblem,
  type PathResult,
  type RefusedPath,
} from './base-path.ts';
export {
  createPermissions,
  type Permissions,
  type PermissionsOptions,
} from './create-permissions.ts';
export type {
  AccessOf,
  AdminOnly,
  Allowed,
  AnyOf,
  DecisionOf,
  DenialOf,
  InvalidPath,
  MissingPermission,
  OutsideBasePath,
  Unauthenticated,
} from './decision.ts';
export type { FlagSet, FlagTable } from './flag-set.ts';
export {
  type AdminPrincipal,
  ANONYMOUS,
  type AnonymousPrincipal,
  type HolderPrincipal,
  type PrincipalOf,
} from './principal.ts';
export {
  type Access,
  can,
  type Decision,
  type Denial,
  decide,
  decideAccess,
  decideListing,
  hasPermission,
} from './satchel/can.ts';
export { createdByOf, owns } from './satchel/ownership.ts';
export type { ApiKeyPrincipal, Principal } from './satchel/principal.ts';
export {
  PERMISSION_FLAGS,
  type PermissionFlagName,
  type PermissionName,
} from './satchel/table.ts';
