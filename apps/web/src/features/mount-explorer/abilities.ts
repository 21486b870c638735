import { can, type Principal } from '@satchel/api-client/permissions';
import { normalizePath } from '@satchel/permissions';
import type { DirectoryFacts } from './listing/use-directory.ts';
import type { Entry } from './queries.ts';

/** Actions that the user may take in a directory. The UI does not offer refused ones. */
export interface Abilities {
  /** Upload, make folders and write texts. */
  readonly canAdd: boolean;
  /** Allows copies into this directory. */
  readonly canCopyHere: boolean;
  /** Allows moves out of this directory. A move to another mount is a copy and a deletion. */
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

/** Abilities in a directory, by the rules of the server. The user can change nothing above the mounts. */
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

/**
 * Whether an entry is a mount or a folder above one. The server refuses to move or delete those (CONTRACT
 * A5).
 */
export function isFixed(entry: Entry): boolean {
  return entry.isVirtual || entry.isMount === true;
}

/** Abilities for a selection: the user can do only what each of the entries allows. */
export function abilitiesWith(abilities: Abilities, entries: readonly Entry[]): Abilities {
  const isChangeable = entries.length > 0 && !entries.some(isFixed);
  return {
    ...abilities,
    canMove: abilities.canMove && isChangeable,
    canCopy: abilities.canCopy && isChangeable,
    canRename: abilities.canRename && isChangeable && entries.length === 1,
    canDelete: abilities.canDelete && isChangeable,
    canShare: abilities.canShare && isChangeable,
  };
}

/** Whether the user may move entries to another directory. */
export function canMoveTo(principal: Principal, target: string, isSameMount: boolean): boolean {
  const has = (permission: Parameters<typeof can>[1]) => can(principal, permission, target);
  return isSameMount ? has('mount_rename') : has('mount_copy') && has('mount_delete');
}

/** The topmost directory that the user may see: the base path of an API key (SPEC 6), otherwise `/`. */
export function homeOf(principal: Principal): string {
  const base = normalizePath(principal.kind === 'apiKey' ? principal.basePath : '/');
  return base.ok ? base.path : '/';
}
