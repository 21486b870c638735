import type { ChosenFile } from '@satchel/multipart-uploader/drop';
import { createAtom } from '@tanstack/react-store';
import { onOwnerChange } from '#shared/session/owned-atom.ts';
import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession } from '#shared/session/session-store.ts';
import { sortFiles } from './sort-files.ts';

/** A chosen file before its upload. */
export interface WaitingFile extends ChosenFile {
  readonly id: string;
}

/** Chosen files of the upload page. They persist when the user visits other pages. */
export const chosenFiles = createAtom<readonly WaitingFile[]>([]);

/** A drop whose folders the browser is still reading. */
export interface ReadingDrop {
  readonly id: string;
  readonly entries: readonly { readonly name: string; readonly isFolder: boolean }[];
  /** Its files when they are chosen; none if the user has removed the drop. Never rejects. */
  readonly read: Promise<readonly WaitingFile[]>;
}

/** Files of an upload. */
export interface Chosen {
  readonly files: readonly WaitingFile[];
  /** Drops that the browser is still reading. */
  readonly drops: readonly ReadingDrop[];
}

/** Drops that become chosen files when they are read. */
export const readingDrops = createAtom<readonly ReadingDrop[]>([]);

let lastId = 0;

/** Id of a chosen file or a drop. */
export function nextId(): string {
  lastId += 1;
  return String(lastId);
}

export function addChosenFiles(added: readonly ChosenFile[]): readonly WaitingFile[] {
  const waiting = added.map((each) => ({ ...each, id: nextId() }));
  chosenFiles.set((chosen) => sortFiles([...chosen, ...waiting]));
  return waiting;
}

/** Owner of the files, even while the owner is logged out. */
let owner = ownerOf(getSession());

onOwnerChange((next) => {
  if (next === '' || next === owner) return;
  owner = next;
  chosenFiles.set([]);
  readingDrops.set([]);
});
