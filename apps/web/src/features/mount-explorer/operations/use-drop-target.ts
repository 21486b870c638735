import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { usePrincipal } from '#shared/session/use-session.ts';
import { receiveDrop } from '#shared/uploads/choosing/receive-drop.ts';
import { abilitiesIn, canMoveTo } from '../abilities.ts';
import { knownMountOf } from '../queries.ts';
import { copyInto } from '../transfers/copies/copy-entries.ts';
import { uploadInto } from '../transfers/uploads/upload-entries.ts';
import { canTake, draggedOver } from './dragging.ts';

type Effect = 'copy' | 'move' | 'none';

export interface DropTarget {
  /** Directory that would receive the dragged items. */
  readonly over: string | null;
  /** Handlers for an element that stands for one directory. */
  propsFor: (directory: string) => DropProps;
  /** For an element with several directories: `null` if there is none under the pointer. */
  onDragOver: (event: DragEvent, directory: string | null) => void;
  onDragLeave: (event: DragEvent) => void;
  onDrop: (event: DragEvent, directory: string | null) => void;
}

export interface DropProps {
  onDragOver: (event: DragEvent) => void;
  onDragLeave: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
}

/** Accepts files of the desktop, and entries of the explorer, which it moves, or copies with Ctrl. */
export function useDropTarget(): DropTarget {
  const queryClient = useQueryClient();
  const principal = usePrincipal();
  const [over, setOver] = useState<string | null>(null);

  function effectOf(event: DragEvent, directory: string | null): Effect {
    const what = draggedOver(event);
    if (!what || directory === null) return 'none';
    const mountId = knownMountOf(queryClient, directory);
    if (mountId === null) return 'none';
    const abilities = abilitiesIn(principal, directory, { isVirtual: false });
    if (what === 'files') return abilities.canAdd ? 'copy' : 'none';
    if (!canTake(directory, what.paths)) return 'none';
    const isSameMount = what.mountId !== undefined && what.mountId === mountId;
    const wantsCopy = event.ctrlKey || event.altKey;
    if (!wantsCopy && canMoveTo(principal, directory, isSameMount)) return 'move';
    return abilities.canCopyHere ? 'copy' : 'none';
  }

  function onDragOver(event: DragEvent, directory: string | null): void {
    const effect = effectOf(event, directory);
    setOver(effect === 'none' ? null : directory);
    if (draggedOver(event) === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = effect;
  }

  function onDragLeave(event: DragEvent): void {
    const next = event.relatedTarget;
    if (!(next instanceof Node) || !event.currentTarget.contains(next)) setOver(null);
  }

  function onDrop(event: DragEvent, directory: string | null): void {
    const effect = effectOf(event, directory);
    const what = draggedOver(event);
    setOver(null);
    if (what === null) return;
    // Also prevents refused drops, because the browser would open the file in place of the app.
    event.preventDefault();
    if (directory === null || effect === 'none') return;
    if (what !== 'files') {
      copyInto(directory, what.paths, { isMove: effect === 'move' });
      return;
    }
    void receiveDrop(event.dataTransfer).then(({ files, emptyFolders }) =>
      uploadInto(directory, files, emptyFolders),
    );
  }

  return {
    over,
    onDragOver,
    onDragLeave,
    onDrop,
    propsFor: (directory) => ({
      onDragOver: (event) => onDragOver(event, directory),
      onDragLeave,
      onDrop: (event) => onDrop(event, directory),
    }),
  };
}
