import type { ListSelection } from '@satchel/ui/lists/list-selection';
import { useSelector } from '@tanstack/react-store';
import { usePrincipal } from '#shared/session/use-session.ts';
import { type Abilities, abilitiesWith, canMoveTo } from '../../abilities.ts';
import { useListing, usePlace, useSelection } from '../../explorer-context.ts';
import type { Entry } from '../../queries.ts';
import { uploadMode } from '../../transfers/uploads/upload-mode.ts';
import { canTake, isIntoItself } from '../dragging.ts';
import { type CutOrCopied, entryClipboard } from './entry-actions.ts';

/** State that decides which commands are shown, and the entries they act on. */
export interface CommandContext {
  /** The current directory. */
  readonly path: string;
  readonly mountId: string | undefined;
  /** All visible entries. */
  readonly entries: readonly Entry[];
  /** The entries that the command acts on. */
  readonly chosen: readonly Entry[];
  readonly hasSelection: boolean;
  /** Abilities in the directory. */
  readonly here: Abilities;
  /** Abilities for the chosen entries. */
  readonly abilities: Abilities;
  readonly held: CutOrCopied | null;
  /** Whether the user may paste the cut or copied entries into this directory. */
  readonly canPaste: boolean;
  select: (selection: ListSelection) => void;
  open: (entry: Entry) => void;
  goTo: (path: string) => void;
}

/** Context of the commands for the selection. */
export function useCommandContext(): CommandContext {
  const { path, address, open } = usePlace();
  const { directory, entries, abilities: here } = useListing();
  const selection = useSelection();
  const principal = usePrincipal();
  const held = useSelector(entryClipboard);
  // Renders again when the upload mode changes, because menus show it.
  useSelector(uploadMode);
  const { facts } = directory;

  function canPaste(): boolean {
    if (!held) return false;
    const isSameMount = held.mountId !== undefined && held.mountId === facts?.mountId;
    // A copy in the original's directory gets another name; a move within one directory has no effect.
    if (!held.isMove) return here.canCopyHere && !isIntoItself(path, held.paths);
    return (
      !facts?.isVirtual && canMoveTo(principal, path, isSameMount) && canTake(path, held.paths)
    );
  }

  return {
    path,
    mountId: facts?.mountId,
    entries,
    chosen: selection.entries,
    hasSelection: selection.entries.length > 0,
    here,
    abilities: abilitiesWith(here, selection.entries),
    held,
    canPaste: canPaste(),
    select: selection.set,
    open,
    goTo: address.goTo,
  };
}

/** Context for entries other than the selected ones. */
export function contextWith(context: CommandContext, chosen: readonly Entry[]): CommandContext {
  return { ...context, chosen, abilities: abilitiesWith(context.here, chosen) };
}
