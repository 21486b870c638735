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
  AnyOf,
  DecisionOf,
  DenialOf,
} from './decision.ts';
export type { FlagSet, FlagTable } from './flag-set.ts';
export {
  type AdminPrincipal,
  ANONYMOUS,
  type AnonymousPrincipal,
  type HolderPrincipal,
  type PrincipalOf,
} from './principal.ts';
