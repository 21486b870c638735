import { type ExplorerScene, MOUNT, openGallery } from './explorer-scene.ts';
import { fillWithPhotos } from './photo.ts';

const PHOTOS = 2000;
const WAIT_MS = 600_000;

/**
 * Measures a folder of photos of 12 MP: the gallery scrolls through it while the server creates thumbnails.
 */
export async function measurePhotos(scene: ExplorerScene): Promise<void> {
  const folder = `${MOUNT}/photos`;
  await fillWithPhotos(scene, folder, PHOTOS);
  const tab = await openGallery(scene);
  let shown = 0;
  tab.on('response', (reply) => {
    if (reply.url().includes('/api/fs/thumbnail') && reply.ok()) shown += 1;
  });
  await tab.goto(`${scene.server.url}/mount-explorer${folder}`);
  let peakMebibytes = 0;
  const watching = setInterval(() => {
    peakMebibytes = Math.max(peakMebibytes, scene.serverMebibytes());
  }, 200);
  const begin = Date.now();
  let steps = 0;
  for (let isAtEnd = false; !isAtEnd && Date.now() - begin < WAIT_MS; steps += 1) {
    isAtEnd = await tab.evaluate(() => {
      const scroller = document.querySelector<HTMLElement>('[role=grid]');
      if (!scroller) return false;
      scroller.scrollTop += scroller.clientHeight;
      return scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
    });
    // Pauses like a user who looks for a picture.
    await tab.waitForTimeout(500);
  }
  await tab.waitForTimeout(5000);
  clearInterval(watching);
  console.info(
    `  ${PHOTOS} photos of 12 MP: ${steps} screens in ${Math.round((Date.now() - begin) / 1000)} s, ` +
      `${shown} thumbnails; the server with its processes at most ${Math.round(peakMebibytes)} MiB`,
  );
  await tab.close();
}
