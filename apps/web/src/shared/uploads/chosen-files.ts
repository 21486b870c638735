import type { ChosenFile } from '@satchel/multipart-uploader/drop';
import { createAtom } from '@tanstack/react-store';
import { onOwnerChange } from '#shared/session/owned-atom.ts';
import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession } from '#shared/session/session-store.ts';
import { receiveDrop } from './receive-drop.ts';

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

/** Drops that become chosen files when they are read. */
export const readingDrops = createAtom<readonly ReadingDrop[]>([]);

let lastId = 0;

function nextId(): string {
  lastId += 1;
  return String(lastId);
}

export function addChosenFiles(added: readonly ChosenFile[]): readonly WaitingFile[] {
  const waiting = added.map((each) => ({ ...each, id: nextId() }));
  chosenFiles.set((chosen) => [...chosen, ...waiting]);
  return waiting;
}

/** Adds dropped files and folders. The upload can start before the folders are read. */
export function addDrop(transfer: DataTransfer): void {
  const id = nextId();
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null)
    .map(({ name, isDirectory }) => ({ name, isFolder: isDirectory }));
  const read = receiveDrop(transfer).then(({ files }) => {
    if (!readingDrops.get().some((drop) => drop.id === id)) return [];
    removeDrop(id);
    return addChosenFiles(files);
  });
  readingDrops.set((drops) => [...drops, { id, entries, read }]);
}

function removeDrop(id: string): void {
  readingDrops.set((drops) => drops.filter((drop) => drop.id !== id));
}

/** Owner of the files, even while the owner is logged out. */
let owner = ownerOf(getSession());

onOwnerChange((next) => {
  if (next === '' || next === owner) return;
  owner = next;
  chosenFiles.set([]);
  readingDrops.set([]);
});
