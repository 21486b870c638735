// The mount explorer with much in it: memory of tab and server, and how it keeps up.
import { measureEntries } from './explorer-entries.ts';
import { measureFolder } from './explorer-folder.ts';
import { measurePhotos } from './explorer-photos.ts';
import { startExplorerScene } from './explorer-scene.ts';
import { measurePack, measureResume, measureUpload } from './explorer-transfers.ts';

const SECTIONS = {
  entries: measureEntries,
  photos: measurePhotos,
  folder: measureFolder,
  upload: measureUpload,
  pack: measurePack,
  resume: measureResume,
};

const wanted = process.argv[2];
for (const [name, measure] of Object.entries(SECTIONS)) {
  if (wanted !== undefined && wanted !== name) continue;
  // Each with a server and a browser of its own, so that none has the memory of another.
  const scene = await startExplorerScene();
  try {
    await measure(scene);
  } finally {
    await scene.stop();
  }
}
