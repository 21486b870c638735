import type { ChosenFile } from '@satchel/multipart-uploader/drop';
import { createAtom } from '@tanstack/react-store';
import { onOwnerChange } from '#shared/session/owned-atom.ts';
import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession } from '#shared/session/session-store.ts';

/** A chosen file before its upload. */
export interface WaitingFile extends ChosenFile {
  readonly id: string;
}

/** Chosen files of the upload page. They persist when the user visits other pages. */
export const chosenFiles = createAtom<readonly WaitingFile[]>([]);

let lastId = 0;

export function addChosenFiles(added: readonly ChosenFile[]): void {
  const waiting = added.map((each) => {
    lastId += 1;
    return { ...each, id: String(lastId) };
  });
  chosenFiles.set((chosen) => [...chosen, ...waiting]);
}

/** Owner of the files, even while the owner is logged out. */
let owner = ownerOf(getSession());

onOwnerChange((next) => {
  if (next === '' || next === owner) return;
  owner = next;
  chosenFiles.set([]);
});
