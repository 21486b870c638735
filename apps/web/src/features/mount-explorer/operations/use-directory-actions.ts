import { useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { usePrincipal } from '#shared/session/use-session.ts';
import { chooseFiles } from '#shared/uploads/choose-files.ts';
import { filesOfInput } from '#shared/uploads/dropped-files.ts';
import { canMoveTo } from '../abilities.ts';
import { useExplorer } from '../explorer-context.ts';
import { refreshDirectory } from '../queries.ts';
import { canTake, isIntoItself } from './dragging.ts';
import { entryClipboard } from './entry-clipboard.ts';

export interface DirectoryActions {
  /** Whether what was cut or copied may be put here. */
  readonly canPaste: boolean;
  chooseFiles: () => void;
  chooseFolder: () => void;
  /** Asks the storage again. */
  refresh: () => void;
}

/** Actions that the menu of a directory and its toolbar share. */
export function useDirectoryActions(): DirectoryActions {
  const { path, operations, abilities, directory } = useExplorer();
  const queryClient = useQueryClient();
  const principal = usePrincipal();
  const held = useSelector(entryClipboard);

  function choose(isFolder: boolean): void {
    chooseFiles((files) => operations.upload(path, filesOfInput(files)), { isFolder });
  }

  const isSameMount = held?.mountId !== undefined && held.mountId === directory.facts?.mountId;
  const mayPaste = held?.isMove
    ? !directory.facts?.isVirtual && canMoveTo(principal, path, isSameMount)
    : abilities.canCopyHere;
  // A copy beside the original gets another name; a move to where it is makes no sense.
  const hasPlace =
    held !== null && (held.isMove ? canTake(path, held.paths) : !isIntoItself(path, held.paths));
  return {
    canPaste: mayPaste && hasPlace,
    chooseFiles: () => choose(false),
    chooseFolder: () => choose(true),
    refresh: () => void refreshDirectory(queryClient, path),
  };
}
