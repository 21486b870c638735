import { addChosenFiles, nextId, readingDrops } from './chosen-files.ts';
import { receiveDrop } from './receive-drop.ts';

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
