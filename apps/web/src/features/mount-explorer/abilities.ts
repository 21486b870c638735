import { can, type Principal } from '@satchel/api-client/permissions';
import { normalizePath } from '@satchel/permissions';
import type { DirectoryFacts } from './listing/use-directory.ts';
import type { Entry } from './queries.ts';

/** Actions that the user may take in a directory. The UI does not offer refused ones. */
export interface Abilities {
  /** Upload, make folders and write texts. */
  readonly canAdd: boolean;
  /** Put copies here. */
  readonly canCopyHere: boolean;
  /** Take entries away from here: within the mount, or to another by a copy and a removal. */
  readonly canMove: boolean;
  readonly canCopy: boolean;
  readonly canRename: boolean;
  readonly canDelete: boolean;
  readonly canShare: boolean;
}

const NOTHING: Abilities = {
  canAdd: false,
  canCopyHere: false,
  canMove: false,
  canCopy: false,
  canRename: false,
  canDelete: false,
  canShare: false,
};

/** Abilities in a directory, as the server would decide. Nothing can be changed above the mounts. */
export function abilitiesIn(
  principal: Principal,
  path: string,
  facts: Pick<DirectoryFacts, 'isVirtual'> | undefined,
): Abilities {
  if (!facts || facts.isVirtual) return NOTHING;
  const has = (permission: Parameters<typeof can>[1]) => can(principal, permission, path);
  const canCopy = has('mount_copy');
  const canRename = has('mount_rename');
  const canDelete = has('mount_delete');
  return {
    canAdd: has('mount_upload'),
    canCopyHere: canCopy,
    canMove: canRename || (canCopy && canDelete),
    canCopy,
    canRename,
    canDelete,
    canShare: can(principal, 'file_share'),
  };
}

/** Mounts, and what leads to them, stay where they are (CONTRACT A5). */
export function isFixed(entry: Entry): boolean {
  return entry.isVirtual || entry.isMount === true;
}

/** Abilities for all of these entries together. */
export function abilitiesWith(abilities: Abilities, entries: readonly Entry[]): Abilities {
  const isChangeable = entries.length > 0 && !entries.some(isFixed);
  const isOneFile = entries.length === 1 && entries[0]?.isDirectory === false;
  return {
    ...abilities,
    canMove: abilities.canMove && isChangeable,
    canCopy: abilities.canCopy && isChangeable,
    canRename: abilities.canRename && isChangeable && entries.length === 1,
    canDelete: abilities.canDelete && isChangeable,
    canShare: abilities.canShare && isOneFile,
  };
}

/** Whether entries of one mount may be moved to another directory. */
export function canMoveTo(principal: Principal, target: string, isSameMount: boolean): boolean {
  const has = (permission: Parameters<typeof can>[1]) => can(principal, permission, target);
  return isSameMount ? has('mount_rename') : has('mount_copy') && has('mount_delete');
}

/** The uppermost directory that somebody may see: keys are confined to their base path (SPEC 6). */
export function homeOf(principal: Principal): string {
  const base = normalizePath(principal.kind === 'apiKey' ? principal.basePath : '/');
  return base.ok ? base.path : '/';
}
