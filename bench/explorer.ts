// The mount explorer with large folders: memory of tab and server, and its speed.
import { measureEntries } from './explorer-entries.ts';
import { measureFolder } from './explorer-folder.ts';
import { measureGallery } from './explorer-gallery.ts';
import { measurePhotos } from './explorer-photos.ts';
import { startExplorerScene } from './explorer-scene.ts';
import { measurePack, measureResume, measureUpload } from './explorer-transfers.ts';

const SECTIONS = {
  entries: measureEntries,
  photos: measurePhotos,
  gallery: measureGallery,
  folder: measureFolder,
  upload: measureUpload,
  pack: measurePack,
  resume: measureResume,
};

const wanted = process.argv[2];
for (const [name, measure] of Object.entries(SECTIONS)) {
  if (wanted !== undefined && wanted !== name) continue;
  // Starts a separate server and browser per measurement, so that memory does not accumulate.
  const scene = await startExplorerScene();
  try {
    await measure(scene);
  } finally {
    await scene.stop();
  }
}
